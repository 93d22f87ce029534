package dev.tilewright.bench.dnn;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.base.UserException;
import dev.tilewright.graph.ir.Graph;
import dev.tilewright.graph.ir.Node;
import dev.tilewright.graph.ir.Value;
import dev.tilewright.graph.ops.Conv;
import dev.tilewright.graph.ops.ConvTranspose;
import dev.tilewright.graph.ops.Gemm;
import dev.tilewright.graph.ops.Layout;
import dev.tilewright.graph.ops.MatMul;
import dev.tilewright.graph.ops.Unary;
import dev.tilewright.graph.ops.UnaryFunction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A network as one primitive.
 *
 * @param network of one operator and perhaps a ReLU
 * @param bias one value an output channel
 * @param result how its memory is seen
 */
record DnnLayer(
    Graph network,
    DnnOperation operation,
    Operand data,
    Operand weight,
    Optional<Operand> bias,
    DnnView result,
    boolean relu) {
  /** An input of the primitive. */
  record Operand(Value value, DnnView view) {}

  /**
   * The primitive that computes a network.
   *
   * @throws UserException if there is none
   */
  static DnnLayer of(Graph network) {
    List<Node> nodes = network.nodes();
    boolean relu =
        nodes.size() == 2 && nodes.get(1).operator().equals(new Unary(UnaryFunction.RELU));
    if (nodes.size() > 2 || nodes.size() == 2 && !relu) {
      throw refused("network of %d operators".formatted(nodes.size()));
    }
    Node node = nodes.getFirst();
    if (!node.output().type().dtype().equals(DType.FLOAT32)) {
      throw refused("result of " + node.output().type().dtype());
    }
    return switch (node.operator()) {
      case Conv conv ->
          image(
              network,
              new DnnOperation.Convolution(conv.window()),
              conv.layout(),
              weights(shape(node, 1), conv.layout(), conv.groups()),
              relu);
      case ConvTranspose conv when conv.groups() == 1 ->
          image(
              network,
              new DnnOperation.TransposedConvolution(conv.window()),
              conv.layout(),
              transposedWeights(shape(node, 1), conv.layout()),
              relu);
      case Gemm gemm when gemm.alpha() == 1 && gemm.beta() == 1 ->
          product(network, gemm.transposeA(), gemm.transposeB(), relu);
      case MatMul matMul when node.inputs().stream().allMatch(in -> rank(in) == rank(node)) ->
          product(network, false, false, relu);
      default -> throw refused(node.operator().name());
    };
  }

  private static DnnLayer image(
      Graph network, DnnOperation operation, Layout layout, DnnView weights, boolean relu) {
    Node node = network.nodes().getFirst();
    return new DnnLayer(
        network,
        operation,
        new Operand(node.inputs().get(0), channelsSecond(shape(node, 0), layout)),
        new Operand(node.inputs().get(1), weights),
        bias(node, 0),
        channelsSecond(node.output().type().shape(), layout),
        relu);
  }

  private static DnnLayer product(
      Graph network, boolean transposeA, boolean transposeB, boolean relu) {
    Node node = network.nodes().getFirst();
    Shape result = node.output().type().shape();
    return new DnnLayer(
        network,
        new DnnOperation.Product(),
        new Operand(node.inputs().get(0), matrix(shape(node, 0), transposeA)),
        new Operand(node.inputs().get(1), matrix(shape(node, 1), transposeB)),
        bias(node, result.rank() - 1),
        matrix(result, false),
        relu);
  }

  /** The bias with leading dimensions of extent 1. */
  private static Optional<Operand> bias(Node node, int leading) {
    if (node.inputs().size() < 3) {
      return Optional.empty();
    }
    long channels = shape(node, 2).elements();
    long[] extents = new long[leading + 1];
    Arrays.fill(extents, 1);
    extents[leading] = channels;
    DnnView view = DnnView.of(Shape.of(extents), IntStream.range(0, leading + 1).boxed().toList());
    return Optional.of(new Operand(node.inputs().get(2), view));
  }

  private static DnnView channelsSecond(Shape shape, Layout layout) {
    List<Integer> axes = new ArrayList<>(List.of(0, layout.channelAxis(shape.rank())));
    IntStream.range(0, shape.rank() - 2).forEach(d -> axes.add(layout.spatialAxis() + d));
    return DnnView.of(shape, axes);
  }

  /** Output channel, input channel, taps. */
  private static DnnView weights(Shape shape, Layout layout, long groups) {
    int taps = shape.rank() - 2;
    boolean first = layout == Layout.CHANNELS_FIRST;
    List<Integer> axes = new ArrayList<>(first ? List.of(0, 1) : List.of(taps + 1, taps));
    IntStream.range(0, taps).forEach(d -> axes.add(first ? d + 2 : d));
    DnnView view = DnnView.of(shape, axes);
    return groups == 1 ? view : view.grouped(groups);
  }

  private static DnnView transposedWeights(Shape shape, Layout layout) {
    int taps = shape.rank() - 2;
    boolean first = layout == Layout.CHANNELS_FIRST;
    List<Integer> axes = new ArrayList<>(first ? List.of(1, 0) : List.of(taps + 1, taps));
    IntStream.range(0, taps).forEach(d -> axes.add(first ? d + 2 : d));
    return DnnView.of(shape, axes);
  }

  private static DnnView matrix(Shape shape, boolean transposed) {
    List<Integer> axes = new ArrayList<>(IntStream.range(0, shape.rank()).boxed().toList());
    if (transposed) {
      axes.addLast(axes.remove(shape.rank() - 2));
    }
    return DnnView.of(shape, axes);
  }

  private static Shape shape(Node node, int input) {
    return node.inputs().get(input).type().shape();
  }

  private static int rank(Value value) {
    return value.type().rank();
  }

  private static int rank(Node node) {
    return rank(node.output());
  }

  private static UserException refused(String what) {
    return new UserException(
        "oneDNN: %s; expected one float32 convolution or matrix product, perhaps with ReLU"
            .formatted(what));
  }
}
