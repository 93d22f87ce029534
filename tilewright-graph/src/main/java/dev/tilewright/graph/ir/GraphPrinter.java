package dev.tilewright.graph.ir;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Prints a graph as text, one line a definition:
 *
 * <pre>
 * input data: float32 1x2048
 * const weight: float32 1000x2048
 * %0 = Unary[function=RELU](data): float32 1x2048  # relu
 * output result = %0
 * </pre>
 *
 * Inputs and constants go by their names, made unique by a suffix; results of nodes are numbered.
 */
public final class GraphPrinter {
  private final StringBuilder text = new StringBuilder();
  private final Map<Value, String> labels = new IdentityHashMap<>();
  private final Map<String, Integer> taken = new HashMap<>();
  private int results;

  private GraphPrinter() {}

  public static String print(Graph graph) {
    GraphPrinter printer = new GraphPrinter();
    graph.inputs().forEach(input -> printer.declare("input", input));
    for (Node node : graph.nodes()) {
      node.inputs().stream().filter(graph::isConstant).forEach(printer::declareConstant);
      printer.printNode(node);
    }
    for (Graph.Output output : graph.outputs()) {
      if (graph.isConstant(output.value())) {
        printer.declareConstant(output.value());
      }
      printer.line("output %s = %s".formatted(output.name(), printer.labels.get(output.value())));
    }
    return printer.text.toString();
  }

  private void declareConstant(Value value) {
    if (!labels.containsKey(value)) {
      declare("const", value);
    }
  }

  private void declare(String kind, Value value) {
    int count = taken.merge(value.name(), 1, Integer::sum);
    labels.put(value, count == 1 ? value.name() : value.name() + "~" + count);
    line("%s %s: %s".formatted(kind, labels.get(value), value.type()));
  }

  private void printNode(Node node) {
    String arguments = node.inputs().stream().map(labels::get).collect(Collectors.joining(", "));
    node.outputs().forEach(output -> labels.put(output, "%" + results++));
    line(
        "%s = %s(%s): %s  # %s"
            .formatted(
                node.outputs().stream().map(labels::get).collect(Collectors.joining(", ")),
                node.operator(),
                arguments,
                node.outputs().stream()
                    .map(value -> value.type().toString())
                    .collect(Collectors.joining(", ")),
                node.name()));
  }

  private void line(String content) {
    text.append(content).append('\n');
  }
}
