package dev.tilewright.graph.pass;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.graph.host.HostEvaluator;
import dev.tilewright.graph.ir.Graph;
import dev.tilewright.graph.ir.Node;
import dev.tilewright.graph.ir.Value;
import dev.tilewright.runtime.Tensor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Evaluates graphs node by node as the operators define it: the oracle for passes and plans. */
public final class GraphEvaluation {
  private GraphEvaluation() {}

  /** The outputs by name for inputs by name. */
  public static Map<String, Tensor> evaluate(Graph graph, Map<String, Tensor> inputs) {
    Map<Value, Tensor> values = new HashMap<>(graph.constants());
    graph.inputs().forEach(input -> values.put(input, inputs.get(input.name())));
    for (Node node : graph.nodes()) {
      List<Tensor> results =
          HostEvaluator.define(node.operator(), node.inputs().stream().map(values::get).toList());
      for (int i = 0; i < results.size(); i++) {
        values.put(node.outputs().get(i), results.get(i));
      }
    }
    Map<String, Tensor> outputs = new LinkedHashMap<>();
    graph.outputs().forEach(output -> outputs.put(output.name(), values.get(output.value())));
    return outputs;
  }

  /** Normally distributed inputs of a graph. */
  public static Map<String, Tensor> randomInputs(Graph graph, long seed) {
    Random random = new Random(seed);
    Map<String, Tensor> inputs = new LinkedHashMap<>();
    for (Value input : graph.inputs()) {
      inputs.put(input.name(), random(input.type().dtype(), input.type().shape(), random));
    }
    return inputs;
  }

  /** Normally distributed elements. */
  public static Tensor random(DType dtype, Shape shape, Random random) {
    Tensor tensor = Tensor.allocate(dtype, shape);
    for (long i = 0; i < shape.elements(); i++) {
      tensor.set(i, random.nextGaussian());
    }
    return tensor;
  }

  /** Fails unless all outputs agree to the rounding of float32 sums. */
  public static void assertClose(
      Map<String, Tensor> actual, Map<String, Tensor> expected, String what) {
    if (!new ArrayList<>(actual.keySet()).equals(new ArrayList<>(expected.keySet()))) {
      throw new AssertionError(
          "%s: outputs %s; expected %s".formatted(what, actual.keySet(), expected.keySet()));
    }
    expected.forEach((name, tensor) -> assertClose(actual.get(name), tensor, what + ", " + name));
  }

  private static void assertClose(Tensor actual, Tensor expected, String what) {
    if (!actual.shape().equals(expected.shape()) || !actual.dtype().equals(expected.dtype())) {
      throw new AssertionError("%s: got %s; expected %s".formatted(what, actual, expected));
    }
    double largest = 0;
    for (long i = 0; i < expected.shape().elements(); i++) {
      largest = Math.max(largest, Math.abs(expected.getDouble(i)));
    }
    for (long i = 0; i < expected.shape().elements(); i++) {
      double difference = Math.abs(actual.getDouble(i) - expected.getDouble(i));
      if (!(difference <= 1e-5 * largest + 1e-4 * Math.abs(expected.getDouble(i)))) {
        throw new AssertionError(
            "%s: element %d is %s; expected %s"
                .formatted(what, i, actual.getDouble(i), expected.getDouble(i)));
      }
    }
  }
}
