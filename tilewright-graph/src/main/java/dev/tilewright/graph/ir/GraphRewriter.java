package dev.tilewright.graph.ir;

import dev.tilewright.base.InternalException;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Builds a graph from another one, node by node: a pass walks the nodes of the source in order and
 * either {@linkplain #keep keeps} a node or builds other nodes and {@linkplain #replace says} what
 * stands for its results. Nodes that lose their last reader vanish. Inputs, constants and the names
 * of the outputs are kept.
 *
 * {@snippet :
 * GraphRewriter rewriter = new GraphRewriter(graph);
 * for (Node node : graph.nodes()) {
 *   if (isIdentity(node)) {
 *     rewriter.replace(node.output(), rewriter.map(node.inputs().getFirst()));
 *   } else {
 *     rewriter.keep(node);
 *   }
 * }
 * Graph rewritten = rewriter.finish();
 * }
 */
public final class GraphRewriter {
  private final Graph source;
  private final GraphBuilder builder = new GraphBuilder();
  private final Map<Value, Value> replacements = new IdentityHashMap<>();

  public GraphRewriter(Graph source) {
    this.source = source;
    source.inputs().forEach(builder::keepInput);
    source.constants().forEach(builder::keepConstant);
  }

  /** The builder of the new graph, for nodes and constants that the source does not have. */
  public GraphBuilder builder() {
    return builder;
  }

  /** What stands in the new graph for a value of the source. */
  public Value map(Value value) {
    return replacements.getOrDefault(value, value);
  }

  /** What stands in the new graph for values of the source. */
  public List<Value> map(List<Value> values) {
    return values.stream().map(this::map).toList();
  }

  /** Takes a node over; it defines the same values and reads the replaced ones. */
  public void keep(Node node) {
    List<Value> inputs = map(node.inputs());
    builder.keepNode(inputs.equals(node.inputs()) ? node : node.withInputs(inputs));
  }

  /**
   * Lets a value of the new graph stand for a value of the source from here on.
   *
   * @throws InternalException if the types differ
   */
  public void replace(Value old, Value replacement) {
    if (!old.type().equals(replacement.type())) {
      throw new InternalException(
          "graph rewrite: %s of type %s replaces %s of type %s; expected the same type"
              .formatted(replacement, replacement.type(), old, old.type()));
    }
    replacements.put(old, replacement);
  }

  /** The new graph. */
  public Graph finish() {
    source.outputs().forEach(output -> builder.output(output.name(), map(output.value())));
    return builder.build();
  }
}
