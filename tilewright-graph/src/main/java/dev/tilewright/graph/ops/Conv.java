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
 * Convolution over one to three spatial dimensions: inputs data, weight and optionally a bias of
 * one value an output channel. With as many groups as input channels it is a depthwise convolution.
 *
 * @param window kernel, strides, dilations and zero padding
 * @param groups blocks of input channels, each seen by its own block of output channels; the weight
 *     has the input channels of one group
 * @param layout of data, weight and result, see {@link Layout}
 * @param wide whether the result keeps the accumulator's type, see {@code float16} in, {@code
 *     float32} out; integers always do
 */
public record Conv(Window window, long groups, Layout layout, boolean wide) implements Operator {
  public Conv(Window window, long groups, Layout layout) {
    this(window, groups, layout, false);
  }

  @Override
  public String name() {
    return "conv" + window.rank() + "d";
  }

  @Override
  public String stageName() {
    return name() + "_" + layout.text(window.rank());
  }

  @Override
  public List<TensorType> inferTypes(List<TensorType> inputs) {
    return List.of(ConvShapes.of(this, new Operands(this, inputs)).result());
  }

  @Override
  public List<Buffer> emit(DagBuilder te, String name, List<Buffer> inputs) {
    ConvShapes shapes = ConvShapes.of(this, new Operands(this, TensorType.of(inputs)));
    Buffer padded = Padding.emit(te, inputs.get(0), layout, window);
    Buffer sum = emitSum(te, name, padded, inputs.get(1), shapes);
    Buffer result = Accumulation.convert(te, sum, shapes.result().dtype());
    if (inputs.size() == 3) {
      int channelAxis = layout.channelAxis(result.shape().rank());
      result = Bias.emit(te, result, inputs.get(2), channelAxis);
    }
    return List.of(result);
  }

  private Buffer emitSum(
      DagBuilder te, String name, Buffer data, Buffer weight, ConvShapes shapes) {
    DType type = Accumulation.typeFor(data.dtype());
    boolean oneChannel = shapes.groupInputs() == 1;
    List<String> reduceNames = new ArrayList<>(List.of("rz", "ry", "rx"));
    reduceNames.subList(0, 3 - window.rank()).clear();
    List<Long> domain = new ArrayList<>(window.kernel());
    if (!oneChannel) {
      int channel = layout == Layout.CHANNELS_FIRST ? 0 : window.rank();
      reduceNames.add(channel, "rc");
      domain.add(channel, shapes.groupInputs());
    }
    return te.reduce(
        name,
        axisNames(),
        shapes.result().shape(),
        reduceNames,
        Shape.of(domain),
        Combiner.sum(type),
        (i, k) -> {
          Index rc =
              oneChannel ? Index.ZERO : k[layout == Layout.CHANNELS_FIRST ? 0 : k.length - 1];
          int firstTap = !oneChannel && layout == Layout.CHANNELS_FIRST ? 1 : 0;
          Index[] taps = Arrays.copyOfRange(k, firstTap, firstTap + window.rank());
          return Expr.mul(
              Expr.cast(data.at(dataIndex(i, rc, taps, shapes)), type),
              Expr.cast(weight.at(weightIndex(i, rc, taps)), type));
        });
  }

  private Index[] dataIndex(Index[] i, Index rc, Index[] taps, ConvShapes shapes) {
    Index[] index = new Index[i.length];
    index[0] = i[0];
    int channelAxis = layout.channelAxis(i.length);
    Index group = groups == 1 ? Index.ZERO : i[channelAxis].floorDiv(shapes.groupOutputs());
    index[channelAxis] = group.times(shapes.groupInputs()).plus(rc);
    for (int d = 0; d < taps.length; d++) {
      int axis = layout.spatialAxis() + d;
      index[axis] =
          i[axis].times(window.strides().get(d)).plus(taps[d].times(window.dilations().get(d)));
    }
    return index;
  }

  private Index[] weightIndex(Index[] i, Index rc, Index[] taps) {
    Index[] index = new Index[i.length];
    boolean first = layout == Layout.CHANNELS_FIRST;
    index[first ? 0 : i.length - 1] = i[layout.channelAxis(i.length)];
    index[first ? 1 : i.length - 2] = rc;
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
}
