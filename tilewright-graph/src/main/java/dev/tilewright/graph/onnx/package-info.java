/**
 * Import of ONNX models: one converter a family of operators, and the walk over the nodes that
 * computes on the way what is constant.
 */
package dev.tilewright.graph.onnx;
