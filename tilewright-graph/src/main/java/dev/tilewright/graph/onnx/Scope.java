package dev.tilewright.graph.onnx;

import dev.tilewright.graph.onnx.format.OnnxAttribute;
import dev.tilewright.graph.onnx.format.OnnxGraph;
import dev.tilewright.graph.onnx.format.OnnxNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The values that nodes can read by name: those of a graph or a function body and, for a graph
 * inside a node, those around the node. Counts readers, so that a value that nobody reads any more
 * is forgotten.
 */
final class Scope {
  private final Optional<Scope> outer;
  private final long opset;
  private final Map<String, Operand> values = new HashMap<>();
  private final Set<String> defined = new HashSet<>();
  private final Map<String, Integer> readers = new HashMap<>();
  private final int depth;

  private Scope(Optional<Scope> outer, long opset, int depth) {
    this.outer = outer;
    this.opset = opset;
    this.depth = depth;
  }

  /** That of a model's main graph. */
  static Scope outermost(long opset) {
    return new Scope(Optional.empty(), opset, 0);
  }

  /** That of a graph inside a node. */
  Scope inner() {
    return new Scope(Optional.of(this), opset, depth + 1);
  }

  /** That of a function's body, which sees nothing of what is around the call. */
  Scope ofFunction(long functionOpset) {
    return new Scope(Optional.empty(), functionOpset, depth + 1);
  }

  /** The version of the standard operators. */
  long opset() {
    return opset;
  }

  /** How many graphs and functions this one is in. */
  int depth() {
    return depth;
  }

  /** Counts who reads what: nodes, the graphs inside them, and what the graph gives back. */
  void countReaders(List<OnnxNode> nodes, List<String> outputs) {
    nodes.forEach(node -> namesRead(node).forEach(this::addReader));
    outputs.forEach(this::addReader);
  }

  private void addReader(String name) {
    readers.merge(name, 1, Integer::sum);
  }

  boolean isRead(String name) {
    return readers.containsKey(name);
  }

  /** False if the name is taken already. */
  boolean define(String name, Operand operand) {
    if (!defined.add(name)) {
      return false;
    }
    values.put(name, operand);
    return true;
  }

  Optional<Operand> find(String name) {
    Operand own = values.get(name);
    return own == null ? outer.flatMap(around -> around.find(name)) : Optional.of(own);
  }

  /** Forgets what has had its last reader with this node. */
  void release(OnnxNode node) {
    for (String name : namesRead(node)) {
      if (readers.merge(name, -1, Integer::sum) == 0) {
        values.remove(name);
      }
    }
  }

  /** What a node reads, with what the graphs inside it read, which may be their own values. */
  private static List<String> namesRead(OnnxNode node) {
    List<String> names = new ArrayList<>(node.inputs());
    for (OnnxAttribute attribute : node.attributes().values()) {
      if (attribute instanceof OnnxAttribute.GraphValue(OnnxGraph graph)) {
        graph.nodes().forEach(inner -> names.addAll(namesRead(inner)));
        graph.outputs().forEach(output -> names.add(output.name()));
      }
    }
    return names;
  }
}
