package dev.tilewright.graph.pass;

import dev.tilewright.graph.ir.Graph;
import dev.tilewright.graph.ir.Node;
import dev.tilewright.graph.ir.Value;
import dev.tilewright.graph.ops.Reduce;
import dev.tilewright.graph.ops.Transpose;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * {@code conv2d_nchw(x)} before, {@code to_nchw(conv2d_nhwc(to_nhwc(x)))} after, without the
 * transposes that cancel: a value that a convolution yields stays with channels last as long as the
 * operators that read it can work on that, and is transposed back where one cannot, or at the
 * border of the network.
 */
public record ChannelsLast() implements GraphPass {
  @Override
  public String name() {
    return "channels-last";
  }

  @Override
  public Graph apply(Graph graph) {
    ChannelsLastValues values = new ChannelsLastValues(graph);
    graph.nodes().forEach(node -> convert(node, graph, values));
    return values.finish();
  }

  private static void convert(Node node, Graph graph, ChannelsLastValues values) {
    boolean done =
        convertTranspose(node, values)
            || ChannelShuffle.convert(node, graph, values)
            || convertSpatialReduction(node, values)
            || convertOperator(node, values);
    if (!done) {
      values.keep(node);
    }
  }

  /** A transpose from channels last to channels first, or back, is what this pass takes over. */
  private static boolean convertTranspose(Node node, ChannelsLastValues values) {
    if (!(node.operator() instanceof Transpose transpose) || transpose.order().size() < 3) {
      return false;
    }
    AxisOrder order = new AxisOrder(transpose.order().size());
    Value input = node.inputs().getFirst();
    if (order.isToFirst(transpose)) {
      values.define(node.output(), values.first(input));
      return true;
    }
    if (order.isToLast(transpose) && values.isLast(input)) {
      values.replace(node.output(), values.last(input));
      return true;
    }
    return false;
  }

  /** A reduction that drops all spatial dimensions leaves batch and channel in one order. */
  private static boolean convertSpatialReduction(Node node, ChannelsLastValues values) {
    if (!(node.operator() instanceof Reduce(var function, var axes, boolean keepDims))
        || keepDims
        || !values.isLast(node.inputs().getFirst())) {
      return false;
    }
    Value input = node.inputs().getFirst();
    AxisOrder order = new AxisOrder(input.type().rank());
    boolean spatial =
        axes.size() == order.rank() - 2
            && order.axes(axes).stream().allMatch(axis -> axis > 0 && axis < order.rank() - 1);
    if (spatial) {
      Reduce reduce = new Reduce(function, order.axes(axes), false);
      values.replace(
          node.output(), values.apply(node, reduce, List.of(values.last(input))).getFirst());
    }
    return spatial;
  }

  private static boolean convertOperator(Node node, ChannelsLastValues values) {
    if (node.inputs().isEmpty()) {
      return false;
    }
    int rank = node.outputs().getFirst().type().rank();
    boolean wanted =
        ChannelsLastOperator.isConvolution(node.operator())
            || node.inputs().stream().anyMatch(values::isLast);
    Optional<ChannelsLastOperator> operator =
        wanted && rank >= 3
            ? ChannelsLastOperator.of(node.operator(), rank)
            : Optional.<ChannelsLastOperator>empty();
    if (operator.isEmpty() || !hasRanks(node, operator.get(), rank)) {
      return false;
    }
    List<Value> results =
        values.apply(node, operator.get().operator(), operands(node, operator.get(), values));
    for (int i = 0; i < results.size(); i++) {
      values.define(node.outputs().get(i), results.get(i));
    }
    return true;
  }

  /** The data of the operator has the rank of the result. */
  private static boolean hasRanks(Node node, ChannelsLastOperator operator, int rank) {
    return switch (operator.operands()) {
      case DATA_FIRST, CONV_WEIGHT, TRANSPOSED_WEIGHT ->
          node.inputs().getFirst().type().rank() == rank;
      case ALL -> node.inputs().stream().allMatch(input -> input.type().rank() == rank);
      case BROADCAST -> node.inputs().stream().allMatch(input -> input.type().rank() <= rank);
    };
  }

  private static List<Value> operands(
      Node node, ChannelsLastOperator operator, ChannelsLastValues values) {
    List<Value> inputs = node.inputs();
    int rank = node.outputs().getFirst().type().rank();
    List<Value> operands = new ArrayList<>();
    for (int i = 0; i < inputs.size(); i++) {
      Value input = inputs.get(i);
      operands.add(
          switch (operator.operands()) {
            case ALL -> values.last(input);
            case BROADCAST -> values.broadcast(input, rank);
            case DATA_FIRST -> i == 0 ? values.last(input) : values.first(input);
            case CONV_WEIGHT ->
                i == 0
                    ? values.last(input)
                    : i == 1 ? values.weight(input, false) : values.first(input);
            case TRANSPOSED_WEIGHT ->
                i == 0
                    ? values.last(input)
                    : i == 1 ? values.weight(input, true) : values.first(input);
          });
    }
    return operands;
  }
}
