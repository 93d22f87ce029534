package dev.tilewright.graph.pass;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.graph.ir.Graph;
import dev.tilewright.graph.ir.GraphBuilder;
import dev.tilewright.graph.ir.Node;
import dev.tilewright.graph.ir.Value;
import dev.tilewright.graph.ops.BinaryFunction;
import dev.tilewright.graph.ops.Conv;
import dev.tilewright.graph.ops.Gemm;
import dev.tilewright.graph.ops.Layout;
import dev.tilewright.runtime.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;

/**
 * The constants of a convolution or dense layer, with what was folded into them: the layer computes
 * {@code factor * (product with weight) + offset} for each output channel.
 *
 * @param weight as the network has it
 * @param weightAxis the axis of the output channels in the weight
 * @param channelAxis the axis of the channels in the result
 * @param hasBias whether an offset must be added
 */
record ChannelWeights(
    Tensor weight,
    int weightAxis,
    int channelAxis,
    double[] factor,
    double[] offset,
    boolean hasBias) {
  /** The constants of a layer of float32; empty for other nodes. */
  static Optional<ChannelWeights> of(Node node, Graph graph) {
    if (node.outputs().size() != 1
        || node.inputs().stream().skip(1).anyMatch(input -> graph.constant(input).isEmpty())
        || node.inputs().stream().anyMatch(input -> !input.type().dtype().equals(DType.FLOAT32))) {
      return Optional.empty();
    }
    int rank = node.output().type().rank();
    return switch (node.operator()) {
      case Conv conv ->
          Optional.of(
              of(
                  node,
                  graph,
                  conv.layout() == Layout.CHANNELS_FIRST ? 0 : rank - 1,
                  conv.layout().channelAxis(rank)));
      case Gemm gemm when isFoldable(gemm, node) ->
          Optional.of(of(node, graph, gemm.transposeB() ? 0 : 1, 1));
      default -> Optional.empty();
    };
  }

  private static boolean isFoldable(Gemm gemm, Node node) {
    boolean vectorBias = node.inputs().size() == 2 || node.inputs().get(2).type().rank() == 1;
    return gemm.alpha() == 1 && gemm.beta() == 1 && vectorBias;
  }

  private static ChannelWeights of(Node node, Graph graph, int weightAxis, int channelAxis) {
    int channels = (int) node.output().type().extent(channelAxis);
    double[] ones = DoubleStream.generate(() -> 1).limit(channels).toArray();
    double[] offset = new double[channels];
    boolean hasBias = node.inputs().size() == 3;
    if (hasBias) {
      double[] bias = graph.constant(node.inputs().get(2)).orElseThrow().toDoubles();
      for (int c = 0; c < channels; c++) {
        offset[c] = bias[bias.length == 1 ? 0 : c];
      }
    }
    Tensor weight = graph.constant(node.inputs().get(1)).orElseThrow();
    return new ChannelWeights(weight, weightAxis, channelAxis, ones, offset, hasBias);
  }

  /**
   * The constants with a following operation applied; empty if it does not fold.
   *
   * @param layerFirst whether the layer's result is the first operand
   * @param values the other operand, one a channel
   */
  Optional<ChannelWeights> apply(BinaryFunction function, boolean layerFirst, double[] values) {
    return switch (function) {
      case MUL -> Optional.of(scaled(values));
      case DIV -> layerFirst ? Optional.of(scaled(inverse(values))) : Optional.empty();
      case ADD -> Optional.of(shifted(values, 1));
      case SUB ->
          Optional.of(layerFirst ? shifted(values, -1) : scaled(constant(-1)).shifted(values, 1));
      default -> Optional.empty();
    };
  }

  /** Data, weight and bias for the new graph. */
  List<Value> operands(String name, Value data, GraphBuilder builder) {
    List<Value> operands = new ArrayList<>(List.of(data));
    operands.add(builder.constant(name + ".weight", scaledWeight()));
    if (hasBias) {
      Tensor bias = Tensor.convert(DType.FLOAT32, Shape.of(offset.length), offset);
      operands.add(builder.constant(name + ".bias", bias));
    }
    return operands;
  }

  private ChannelWeights scaled(double[] by) {
    double[] newFactor = new double[by.length];
    double[] newOffset = new double[by.length];
    for (int c = 0; c < by.length; c++) {
      newFactor[c] = factor[c] * by[c];
      newOffset[c] = offset[c] * by[c];
    }
    return new ChannelWeights(weight, weightAxis, channelAxis, newFactor, newOffset, hasBias);
  }

  private ChannelWeights shifted(double[] by, int sign) {
    double[] newOffset = new double[by.length];
    for (int c = 0; c < by.length; c++) {
      newOffset[c] = offset[c] + sign * by[c];
    }
    return new ChannelWeights(weight, weightAxis, channelAxis, factor, newOffset, true);
  }

  private double[] constant(double value) {
    return DoubleStream.generate(() -> value).limit(factor.length).toArray();
  }

  private static double[] inverse(double[] values) {
    return DoubleStream.of(values).map(value -> 1 / value).toArray();
  }

  private Tensor scaledWeight() {
    if (DoubleStream.of(factor).allMatch(value -> value == 1)) {
      return weight;
    }
    float[] values = weight.toFloats();
    long inner = weight.shape().strides()[weightAxis];
    int channels = factor.length;
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) (values[i] * factor[(int) (i / inner % channels)]);
    }
    return Tensor.of(weight.shape(), values);
  }
}
