/**
 * The ONNX file format: what we need of {@code onnx.proto3} as records, and the readers that make
 * them from bytes.
 */
package dev.tilewright.graph.onnx.format;
