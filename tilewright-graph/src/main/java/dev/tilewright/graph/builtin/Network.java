package dev.tilewright.graph.builtin;

import dev.tilewright.graph.ir.Graph;

/** The structure of a built-in network. */
interface Network {
  Graph build(NetworkBuilder net);
}
