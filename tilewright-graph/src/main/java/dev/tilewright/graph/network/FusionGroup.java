package dev.tilewright.graph.network;

import dev.tilewright.graph.ir.Node;
import dev.tilewright.graph.ir.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * Operators that one task computes: an operator and the elementwise operators that follow it. Only
 * the results of the last one are seen outside.
 *
 * @param nodes in topological order
 */
record FusionGroup(List<Node> nodes) {
  FusionGroup {
    nodes = List.copyOf(nodes);
  }

  /** The distinct values from outside, in order of first use. */
  List<Value> inputs() {
    Set<Value> known = Collections.newSetFromMap(new IdentityHashMap<>());
    List<Value> inputs = new ArrayList<>();
    for (Node node : nodes) {
      for (Value input : node.inputs()) {
        if (known.add(input)) {
          inputs.add(input);
        }
      }
      known.addAll(node.outputs());
    }
    return inputs;
  }

  /** The results that are seen outside. */
  List<Value> outputs() {
    return nodes.getLast().outputs();
  }
}
