package dev.tilewright.graph.host;

import dev.tilewright.base.UserException;
import dev.tilewright.graph.ir.Graph;
import dev.tilewright.graph.ir.Node;
import dev.tilewright.graph.ir.Value;
import dev.tilewright.graph.ops.TensorType;
import dev.tilewright.runtime.Tensor;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs a graph node by node, each by its operator's definition: slow, but with no pass, schedule or
 * generated code in between, so that it is the oracle for all of them.
 */
public final class ReferenceExecutor {
  private final Graph graph;
  private final Map<Value, Tensor> values = new IdentityHashMap<>();
  private final Map<Value, Integer> readers = new IdentityHashMap<>();

  private ReferenceExecutor(Graph graph) {
    this.graph = graph;
  }

  /**
   * The results of a network by name, in the network's order.
   *
   * @param inputs a tensor for each input, by name
   * @throws UserException if an input is missing, unknown, or of another type or shape
   */
  public static Map<String, Tensor> run(Graph graph, Map<String, Tensor> inputs) {
    return new ReferenceExecutor(graph).run(inputs);
  }

  private Map<String, Tensor> run(Map<String, Tensor> inputs) {
    bind(inputs);
    values.putAll(graph.constants());
    countReaders();
    graph.nodes().forEach(this::evaluate);
    Map<String, Tensor> results = new LinkedHashMap<>();
    for (Graph.Output output : graph.outputs()) {
      results.put(output.name(), values.get(output.value()));
    }
    return results;
  }

  private void bind(Map<String, Tensor> inputs) {
    Map<String, Tensor> rest = new HashMap<>(inputs);
    for (Value input : graph.inputs()) {
      Tensor tensor = rest.remove(input.name());
      if (tensor == null) {
        throw new UserException(
            "input '%s': missing; expected %s".formatted(input.name(), input.type()));
      }
      TensorType type = new TensorType(tensor.dtype(), tensor.shape());
      if (!type.equals(input.type())) {
        throw new UserException(
            "input '%s': got %s; expected %s".formatted(input.name(), type, input.type()));
      }
      values.put(input, tensor);
    }
    if (!rest.isEmpty()) {
      throw new UserException(
          "input '%s': the network has none of that name; expected %s"
              .formatted(
                  rest.keySet().iterator().next(),
                  graph.inputs().stream().map(Value::name).toList()));
    }
  }

  private void countReaders() {
    for (Node node : graph.nodes()) {
      node.inputs().forEach(input -> readers.merge(input, 1, Integer::sum));
    }
    graph.outputs().forEach(output -> readers.merge(output.value(), 1, Integer::sum));
  }

  private void evaluate(Node node) {
    List<Tensor> inputs = node.inputs().stream().map(values::get).toList();
    List<Tensor> results = HostEvaluator.define(node.operator(), inputs);
    for (int i = 0; i < results.size(); i++) {
      values.put(node.outputs().get(i), results.get(i));
    }
    for (Value input : node.inputs()) {
      if (readers.merge(input, -1, Integer::sum) == 0) {
        values.remove(input);
      }
    }
  }
}
