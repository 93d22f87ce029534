package dev.tilewright.graph.network;

import dev.tilewright.graph.ir.Graph;
import dev.tilewright.graph.ir.GraphBuilder;
import dev.tilewright.graph.ir.Value;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/**
 * Gives every output of a network memory of its own: an output that is an input, a constant, a view
 * of one, or the same memory as another output becomes a copy.
 */
final class CopyOutputs {
  private CopyOutputs() {}

  static Graph apply(Graph graph) {
    GraphBuilder builder = new GraphBuilder();
    graph.inputs().forEach(builder::keepInput);
    graph.constants().forEach(builder::keepConstant);
    graph.nodes().forEach(builder::keepNode);
    Set<Value> taken = Collections.newSetFromMap(new IdentityHashMap<>());
    for (Graph.Output output : graph.outputs()) {
      Value root = Fusion.root(graph, output.value());
      boolean own = graph.producer(root).isPresent() && taken.add(root);
      builder.output(
          output.name(),
          own ? output.value() : builder.apply(output.name(), new Copy(), output.value()));
    }
    return builder.build();
  }
}
