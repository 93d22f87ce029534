/**
 * The network as a graph: values, nodes and constants, how it is built, rewritten, checked and
 * printed.
 */
package dev.tilewright.graph.ir;
