/** Graph optimisation: one pass a file, their order in {@link dev.tilewright.graph.pass.Passes}. */
package dev.tilewright.graph.pass;
