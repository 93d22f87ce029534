package dev.tilewright.graph.ir;

import dev.tilewright.runtime.Tensor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A network: values, the nodes that compute them in topological order, and the constants that they
 * read. Immutable; passes build new graphs that share nodes, values and constants with the old one.
 *
 * <p>An output may be an input or a constant of the graph, and two outputs may be the same value.
 */
public final class Graph {
  /**
   * A result of the network.
   *
   * @param name the name under which the user gets it; unique, kept by every pass
   * @param value what is returned
   */
  public record Output(String name, Value value) {}

  private final List<Value> inputs;
  private final List<Output> outputs;
  private final List<Node> nodes;
  private final Map<Value, Tensor> constants;
  private final Map<Value, Node> producers = new IdentityHashMap<>();
  private final Map<Value, List<Node>> users = new IdentityHashMap<>();

  /** Made by {@link GraphBuilder}, which checks the parts with {@link GraphVerifier}. */
  Graph(List<Value> inputs, List<Output> outputs, List<Node> nodes, Map<Value, Tensor> constants) {
    this.inputs = List.copyOf(inputs);
    this.outputs = List.copyOf(outputs);
    this.nodes = List.copyOf(nodes);
    this.constants = Collections.unmodifiableMap(new IdentityHashMap<>(constants));
    for (Node node : nodes) {
      node.outputs().forEach(output -> producers.put(output, node));
      for (Value input : node.inputs()) {
        List<Node> readers = users.computeIfAbsent(input, unused -> new ArrayList<>());
        if (readers.isEmpty() || readers.getLast() != node) {
          readers.add(node);
        }
      }
    }
  }

  /** What the user feeds, in the model's order; names are unique. */
  public List<Value> inputs() {
    return inputs;
  }

  /** What the user gets, in the model's order. */
  public List<Output> outputs() {
    return outputs;
  }

  /** Every node comes after those whose results it reads. */
  public List<Node> nodes() {
    return nodes;
  }

  /** The values known at compile time, by identity. */
  public Map<Value, Tensor> constants() {
    return constants;
  }

  /** The data of a constant; empty if the value is an input or computed. */
  public Optional<Tensor> constant(Value value) {
    return Optional.ofNullable(constants.get(value));
  }

  public boolean isConstant(Value value) {
    return constants.containsKey(value);
  }

  /** The node that computes a value; empty for inputs and constants. */
  public Optional<Node> producer(Value value) {
    return Optional.ofNullable(producers.get(value));
  }

  /** The distinct nodes that read a value, in topological order. */
  public List<Node> users(Value value) {
    return Collections.unmodifiableList(users.getOrDefault(value, List.of()));
  }

  /** True if the value is among the results of the network. */
  public boolean isOutput(Value value) {
    return outputs.stream().anyMatch(output -> output.value() == value);
  }

  /** The text that {@link GraphPrinter} prints. */
  @Override
  public String toString() {
    return GraphPrinter.print(this);
  }
}
