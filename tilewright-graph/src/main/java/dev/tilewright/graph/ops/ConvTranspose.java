package dev.tilewright.graph.ops;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Combiner;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.te.DagBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The transpose of a convolution with respect to its data: inputs data, weight and optionally a
 * bias of one value an output channel. With channels first the weight is input channel, output
 * channel of a group, height, width; with channels last it is height, width, input channel, output
 * channel of a group.
 *
 * @param window of the convolution that is transposed: its padding is cut off the result
 * @param outputPadding elements added at the end of the result, one a spatial dimension
 * @param groups blocks of input channels, each with its own output channels
 */
public record ConvTranspose(Window window, List<Long> outputPadding, long groups, Layout layout)
    implements Operator {
  public ConvTranspose {
    outputPadding = List.copyOf(outputPadding);
  }

  @Override
  public String name() {
    return "conv" + window.rank() + "d_transpose";
  }

  @Override
  public String stageName() {
    return name() + "_" + layout.text(window.rank());
  }

  @Override
  public List<TensorType> inferTypes(List<TensorType> inputs) {
    Operands operands = new Operands(this, inputs).requireCount(2, 3);
    int rank = window.rank() + 2;
    operands.requireRank(0, rank).requireRank(1, rank).requireOneType();
    operands.require(!operands.dtype().isBool(), "no sums of bool");
    TensorType data = operands.get(0);
    TensorType weight = operands.get(1);
    boolean first = layout == Layout.CHANNELS_FIRST;
    long channels = data.extent(layout.channelAxis(rank));
    operands.require(
        groups > 0 && channels % groups == 0,
        "%d groups do not divide %d channels",
        groups,
        channels);
    operands.require(
        weight.extent(first ? 0 : rank - 2) == channels,
        "the weight has %d input channels; expected %d",
        weight.extent(first ? 0 : rank - 2),
        channels);
    long outputs = weight.extent(first ? 1 : rank - 1) * groups;
    long[] spatial = new long[window.rank()];
    for (int d = 0; d < spatial.length; d++) {
      operands.require(
          weight.extent((first ? 2 : 0) + d) == window.kernel().get(d),
          "the weight's spatial extents differ from the kernel %s",
          window.kernel());
      spatial[d] = result(d, data.extent(layout.spatialAxis() + d));
      operands.require(spatial[d] > 0, "the padding cuts off everything");
    }
    DType dtype = Accumulation.resultOf(data.dtype(), false);
    Bias.check(operands, 2, outputs, dtype);
    return List.of(new TensorType(dtype, layout.dataShape(data.extent(0), outputs, spatial)));
  }

  private long result(int d, long input) {
    long full = (input - 1) * window.strides().get(d) + window.reach(d);
    return full - window.padBegin().get(d) - window.padEnd().get(d) + outputPadding.get(d);
  }

  @Override
  public List<Buffer> emit(DagBuilder te, String name, List<Buffer> inputs) {
    TensorType result = inferTypes(TensorType.of(inputs)).getFirst();
    Buffer sum = emitSum(te, name, inputs.get(0), inputs.get(1), result.shape());
    Buffer converted = Accumulation.convert(te, sum, result.dtype());
    if (inputs.size() == 2) {
      return List.of(converted);
    }
    return List.of(Bias.emit(te, converted, inputs.get(2), layout.channelAxis(result.rank())));
  }

  private Buffer emitSum(DagBuilder te, String name, Buffer data, Buffer weight, Shape result) {
    DType type = Accumulation.typeFor(data.dtype());
    int channelAxis = layout.channelAxis(result.rank());
    long groupInputs = data.shape().extent(channelAxis) / groups;
    List<Long> domain = new ArrayList<>(window.kernel());
    domain.addFirst(groupInputs);
    return te.reduce(
        name,
        axisNames(),
        result,
        reduceNames(),
        Shape.of(domain),
        Combiner.sum(type),
        (i, k) -> {
          Index group = i[channelAxis].floorDiv(result.extent(channelAxis) / groups);
          Index input = (groups == 1 ? Index.ZERO : group.times(groupInputs)).plus(k[0]);
          Index[] taps = Arrays.copyOfRange(k, 1, k.length);
          return Expr.mul(
              dataAt(data, i, input, taps, type),
              Expr.cast(weight.at(weightIndex(i, input, taps, result)), type));
        });
  }

  /** The element that a tap brings to a result; zero between the strides and outside. */
  private Expr dataAt(Buffer data, Index[] result, Index input, Index[] taps, DType type) {
    Index[] source = new Index[result.length];
    source[0] = result[0];
    source[layout.channelAxis(result.length)] = input;
    List<Expr> conditions = new ArrayList<>();
    for (int d = 0; d < taps.length; d++) {
      int axis = layout.spatialAxis() + d;
      Index place =
          result[axis]
              .plus(window.padBegin().get(d))
              .minus(taps[d].times(window.dilations().get(d)));
      long stride = window.strides().get(d);
      source[axis] = place.floorDiv(stride);
      if (stride > 1) {
        conditions.add(
            new Expr.CompareIndex(Expr.CompareOp.EQ, place.floorMod(stride), Index.ZERO));
      }
      conditions.add(Reindex.inside(source[axis], data.shape().extent(axis)));
    }
    return Expr.select(
        Reindex.all(conditions), Expr.cast(data.at(source), type), Expr.constant(0L, type));
  }

  private Index[] weightIndex(Index[] result, Index input, Index[] taps, Shape shape) {
    Index[] index = new Index[result.length];
    int channelAxis = layout.channelAxis(result.length);
    boolean first = layout == Layout.CHANNELS_FIRST;
    Index output = result[channelAxis];
    index[first ? 0 : result.length - 2] = input;
    index[first ? 1 : result.length - 1] =
        groups == 1 ? output : output.floorMod(shape.extent(channelAxis) / groups);
    System.arraycopy(taps, 0, index, first ? 2 : 0, taps.length);
    return index;
  }

  private List<String> axisNames() {
    List<String> names = new ArrayList<>(List.of("zz", "yy", "xx"));
    names.subList(0, 3 - window.rank()).clear();
    names.addFirst("nn");
    names.add(layout == Layout.CHANNELS_FIRST ? 1 : names.size(), "ff");
    return names;
  }

  private List<String> reduceNames() {
    List<String> names = new ArrayList<>(List.of("rz", "ry", "rx"));
    names.subList(0, 3 - window.rank()).clear();
    names.addFirst("rc");
    return names;
  }
}
