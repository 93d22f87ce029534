/**
 * Evaluation of operators in plain Java: for constants at import and for what no kernel computes.
 */
package dev.tilewright.graph.host;
