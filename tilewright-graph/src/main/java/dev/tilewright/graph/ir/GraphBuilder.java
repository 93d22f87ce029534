package dev.tilewright.graph.ir;

import dev.tilewright.graph.ops.GraphOperator;
import dev.tilewright.graph.ops.TensorType;
import dev.tilewright.runtime.Tensor;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Builds a {@link Graph}. Nodes are added in topological order; their result types are inferred.
 *
 * {@snippet :
 * GraphBuilder graph = new GraphBuilder();
 * Value data = graph.input("data", TensorType.of(DType.FLOAT32, 1, 2048));
 * Value weight = graph.constant("weight", weightTensor);
 * graph.output("result", graph.apply("dense", new Dense(), data, weight));
 * Graph network = graph.build();
 * }
 */
public final class GraphBuilder {
  private final List<Value> inputs = new ArrayList<>();
  private final List<Graph.Output> outputs = new ArrayList<>();
  private final List<Node> nodes = new ArrayList<>();
  private final Map<Value, Tensor> constants = new IdentityHashMap<>();

  /** An input that the user feeds. */
  public Value input(String name, TensorType type) {
    Value value = new Value(name, type);
    inputs.add(value);
    return value;
  }

  /** A constant of the tensor's type. The tensor must not change afterwards. */
  public Value constant(String name, Tensor tensor) {
    Value value = new Value(name, new TensorType(tensor.dtype(), tensor.shape()));
    constants.put(value, tensor);
    return value;
  }

  /** An operator with one result, which gets the node's name. */
  public Value apply(String name, GraphOperator operator, Value... operands) {
    List<Value> results = applyAll(name, operator, List.of(operands));
    if (results.size() != 1) {
      throw new IllegalArgumentException(
          "node %s: operator %s has %d results; expected one"
              .formatted(name, operator.name(), results.size()));
    }
    return results.getFirst();
  }

  /**
   * An operator with any number of results, called {@code name:0}, {@code name:1}, … if several.
   */
  public List<Value> applyAll(String name, GraphOperator operator, List<Value> operands) {
    List<TensorType> types = operator.inferTypes(operands.stream().map(Value::type).toList());
    List<Value> results = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      results.add(new Value(types.size() == 1 ? name : name + ":" + i, types.get(i)));
    }
    nodes.add(new Node(name, operator, operands, results));
    return results;
  }

  /** An input of another graph, kept as it is. */
  public void keepInput(Value input) {
    inputs.add(input);
  }

  /** A constant of another graph, kept as it is. */
  public void keepConstant(Value constant, Tensor tensor) {
    constants.put(constant, tensor);
  }

  /** A node of another graph, with its results, kept as it is. */
  public void keepNode(Node node) {
    nodes.add(node);
  }

  /** Declares a result of the network. */
  public void output(String name, Value value) {
    outputs.add(new Graph.Output(name, value));
  }

  /**
   * The graph, without the nodes and constants that no output needs. All inputs stay.
   *
   * @throws dev.tilewright.base.InternalException if the parts do not fit together
   */
  public Graph build() {
    Set<Value> needed = neededValues();
    List<Node> neededNodes =
        nodes.stream().filter(node -> node.outputs().stream().anyMatch(needed::contains)).toList();
    Map<Value, Tensor> neededConstants = new IdentityHashMap<>();
    constants.forEach(
        (value, tensor) -> {
          if (needed.contains(value)) {
            neededConstants.put(value, tensor);
          }
        });
    Graph graph = new Graph(inputs, outputs, neededNodes, neededConstants);
    GraphVerifier.verify(graph);
    return graph;
  }

  private Set<Value> neededValues() {
    Map<Value, Node> producers = new IdentityHashMap<>();
    nodes.forEach(node -> node.outputs().forEach(output -> producers.put(output, node)));
    Set<Value> needed = Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<Value> pending = new ArrayDeque<>();
    outputs.forEach(output -> pending.add(output.value()));
    while (!pending.isEmpty()) {
      Value value = pending.removeLast();
      Node producer = needed.add(value) ? producers.get(value) : null;
      if (producer != null) {
        pending.addAll(producer.inputs());
      }
    }
    return needed;
  }
}
