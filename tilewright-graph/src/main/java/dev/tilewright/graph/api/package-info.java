/** Tilewright for Java programs: load a network, tune it, compile it, run it. */
package dev.tilewright.graph.api;
