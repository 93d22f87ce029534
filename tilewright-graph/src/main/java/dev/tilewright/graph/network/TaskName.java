package dev.tilewright.graph.network;

import dev.tilewright.graph.ir.Node;
import dev.tilewright.graph.ir.Value;
import dev.tilewright.graph.ops.Conv;
import dev.tilewright.graph.ops.Gemm;
import dev.tilewright.graph.ops.Pool;
import dev.tilewright.graph.ops.Window;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What people call a task: operator, shapes and what is fused to it, for example {@code conv2d
 * 1x56x56x64 -> 64, 3x3 /2 + bias + relu}.
 */
final class TaskName {
  private TaskName() {}

  static String of(FusionGroup group) {
    Node first = group.nodes().getFirst();
    String followers =
        group.nodes().stream()
            .skip(1)
            .map(node -> " + " + node.operator().name())
            .collect(Collectors.joining());
    return anchor(first) + followers;
  }

  private static String anchor(Node node) {
    String name = node.operator().name();
    return switch (node.operator()) {
      case Conv conv -> {
        long channels =
            node.output().type().extent(conv.layout().channelAxis(node.output().type().rank()));
        String groups = conv.groups() == 1 ? "" : " groups " + conv.groups();
        yield "%s %s -> %d, %s%s%s"
            .formatted(name, shape(node, 0), channels, window(conv.window()), groups, bias(node));
      }
      case Gemm gemm ->
          "%s %s -> %d%s"
              .formatted(name, shape(node, 0), node.output().type().extent(1), bias(node));
      case Pool pool -> "%s %s, %s".formatted(name, shape(node, 0), window(pool.window()));
      default ->
          name
              + " "
              + node.inputs().stream()
                  .map(input -> input.type().shape().toString())
                  .collect(Collectors.joining(", "));
    };
  }

  private static String shape(Node node, int input) {
    Value value = node.inputs().get(input);
    return value.type().shape().toString();
  }

  private static String bias(Node node) {
    return node.inputs().size() == 3 ? " + bias" : "";
  }

  private static String window(Window window) {
    String kernel = join(window.kernel(), "x");
    boolean strided = window.strides().stream().anyMatch(stride -> stride != 1);
    boolean dilated = window.dilations().stream().anyMatch(dilation -> dilation != 1);
    return kernel
        + (strided ? " /" + join(window.strides().stream().distinct().toList(), "x") : "")
        + (dilated ? " dilated " + join(window.dilations(), "x") : "");
  }

  private static String join(List<Long> values, String separator) {
    return values.stream().map(String::valueOf).collect(Collectors.joining(separator));
  }
}
