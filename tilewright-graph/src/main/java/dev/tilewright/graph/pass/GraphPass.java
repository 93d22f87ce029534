package dev.tilewright.graph.pass;

import dev.tilewright.graph.ir.Graph;

/** A step of graph optimisation: a pure function that keeps inputs, output names and results. */
public interface GraphPass {
  /** What logs call it, for example {@code remove-identities}. */
  String name();

  /** The rewritten graph; an equal one if the pass does not apply anywhere. */
  Graph apply(Graph graph);
}
