package dev.tilewright.graph.ir;

import dev.tilewright.base.InternalException;
import dev.tilewright.graph.ops.TensorType;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * Checks that a graph is whole: every value is defined once and before it is read, node results
 * have the types that their operators infer, constants have the type of their tensors, and the
 * names of inputs and of outputs are unique.
 */
public final class GraphVerifier {
  private final Set<Value> defined = Collections.newSetFromMap(new IdentityHashMap<>());

  private GraphVerifier() {}

  /**
   * @throws InternalException naming the first thing that is wrong
   */
  public static void verify(Graph graph) {
    new GraphVerifier().check(graph);
  }

  private void check(Graph graph) {
    checkUnique("input", graph.inputs().stream().map(Value::name).toList());
    checkUnique("output", graph.outputs().stream().map(Graph.Output::name).toList());
    graph.inputs().forEach(input -> define("an input", input));
    graph
        .constants()
        .forEach(
            (value, tensor) -> {
              TensorType type = new TensorType(tensor.dtype(), tensor.shape());
              if (!type.equals(value.type())) {
                throw broken("constant %s is %s; its tensor is %s", value, value.type(), type);
              }
              define("a constant", value);
            });
    graph.nodes().forEach(this::checkNode);
    for (Graph.Output output : graph.outputs()) {
      if (!defined.contains(output.value())) {
        throw broken(
            "output %s is the value %s, which nothing defines", output.name(), output.value());
      }
    }
  }

  private void checkNode(Node node) {
    for (Value input : node.inputs()) {
      if (!defined.contains(input)) {
        throw broken("node %s reads %s, which nothing before it defines", node.name(), input);
      }
    }
    List<TensorType> inferred =
        node.operator().inferTypes(node.inputs().stream().map(Value::type).toList());
    List<TensorType> declared = node.outputs().stream().map(Value::type).toList();
    if (!inferred.equals(declared)) {
      throw broken("node %s yields %s; its results are %s", node.name(), inferred, declared);
    }
    node.outputs().forEach(output -> define("node " + node.name(), output));
  }

  private void define(String where, Value value) {
    if (!defined.add(value)) {
      throw broken("value %s is defined again by %s", value, where);
    }
  }

  private static void checkUnique(String what, List<String> names) {
    Set<String> seen = new HashSet<>();
    for (String name : names) {
      if (!seen.add(name)) {
        throw broken("two %ss are called %s", what, name);
      }
    }
  }

  private static InternalException broken(String format, Object... arguments) {
    return new InternalException("graph verifier: " + format.formatted(arguments));
  }
}
