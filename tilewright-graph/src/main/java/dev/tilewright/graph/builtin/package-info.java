/** Well-known networks with random weights, and the one place that finds a model by its name. */
package dev.tilewright.graph.builtin;
