package dev.tilewright.graph.ops;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Combiner;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Expr.MathFunction;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.te.DagBuilder;
import java.util.List;

/**
 * A convolution over two dimensions whose taps are moved by given offsets (Dai et al., "Deformable
 * Convolutional Networks", 2017): inputs data, weight, offsets (batch, offset group × tap × 2,
 * height, width), a bias of one value an output channel, and a factor of each tap (batch, offset
 * group × tap, height, width). Between elements values are interpolated, outside they are zero.
 *
 * @param groups as in {@link Conv}
 * @param offsetGroups blocks of input channels with offsets of their own
 */
public record DeformableConv(Window window, long groups, long offsetGroups) implements Operator {
  @Override
  public String name() {
    return "deformable_conv2d";
  }

  @Override
  public String stageName() {
    return "T_deformable_conv2d";
  }

  @Override
  public List<TensorType> inferTypes(List<TensorType> inputs) {
    Operands operands = new Operands(this, inputs).requireCount(5).requireFloat(0);
    operands.requireOneType();
    Conv conv = new Conv(window, groups, Layout.CHANNELS_FIRST);
    TensorType result =
        conv.inferTypes(List.of(inputs.get(0), inputs.get(1), inputs.get(3))).getFirst();
    operands.require(window.rank() == 2, "%d dimensions; expected 2", window.rank());
    TensorType data = operands.get(0);
    operands.require(
        offsetGroups > 0 && data.extent(1) % offsetGroups == 0,
        "%d offset groups do not divide %d channels",
        offsetGroups,
        data.extent(1));
    long taps = offsetGroups * window.kernel().get(0) * window.kernel().get(1);
    checkTaps(operands, 2, 2 * taps, result);
    checkTaps(operands, 4, taps, result);
    return List.of(result);
  }

  private static void checkTaps(Operands operands, int input, long count, TensorType result) {
    Shape expected = Shape.of(result.extent(0), count, result.extent(2), result.extent(3));
    operands.require(
        operands.get(input).shape().equals(expected), "input %d; expected %s", input, expected);
  }

  @Override
  public List<Buffer> emit(DagBuilder te, String name, List<Buffer> inputs) {
    TensorType result = inferTypes(TensorType.of(inputs)).getFirst();
    Buffer data = inputs.get(0);
    DType type = Accumulation.typeFor(data.dtype());
    long channels = data.shape().extent(1);
    Buffer columns =
        te.compute(
            "T_deformed",
            List.of("n", "c", "ky", "kx", "y", "x"),
            Shape.of(
                result.extent(0),
                channels,
                window.kernel().get(0),
                window.kernel().get(1),
                result.extent(2),
                result.extent(3)),
            i -> sample(inputs, i, channels / offsetGroups, type));
    long groupInputs = channels / groups;
    long groupOutputs = result.extent(1) / groups;
    Buffer sum =
        te.reduce(
            name,
            List.of("nn", "ff", "yy", "xx"),
            result.shape(),
            List.of("rc", "ry", "rx"),
            Shape.of(groupInputs, window.kernel().get(0), window.kernel().get(1)),
            Combiner.sum(type),
            (i, k) -> {
              Index group = groups == 1 ? Index.ZERO : i[1].floorDiv(groupOutputs);
              Index channel = group.times(groupInputs).plus(k[0]);
              Expr weight = Expr.cast(inputs.get(1).at(i[1], k[0], k[1], k[2]), type);
              return Expr.mul(columns.at(i[0], channel, k[1], k[2], i[2], i[3]), weight);
            });
    return List.of(Bias.emit(te, Accumulation.convert(te, sum, result.dtype()), inputs.get(3), 1));
  }

  /** What a tap reads, times its factor; the position is batch, channel, tap y, x, result y, x. */
  private Expr sample(List<Buffer> inputs, Index[] i, long groupChannels, DType type) {
    Index group = i[1].floorDiv(groupChannels);
    Index tap =
        group.times(window.kernel().get(0)).plus(i[2]).times(window.kernel().get(1)).plus(i[3]);
    Expr y = position(inputs.get(2), i, tap, 0, type);
    Expr x = position(inputs.get(2), i, tap, 1, type);
    Expr factor = Expr.cast(inputs.get(4).at(i[0], tap, i[4], i[5]), type);
    return Expr.mul(interpolated(inputs.get(0), i, y, x, type), factor);
  }

  private Expr position(Buffer offsets, Index[] i, Index tap, int d, DType type) {
    Index regular =
        i[4 + d]
            .times(window.strides().get(d))
            .plus(i[2 + d].times(window.dilations().get(d)))
            .minus(window.padBegin().get(d));
    Expr offset = Expr.cast(offsets.at(i[0], tap.times(2).plus(d), i[4], i[5]), type);
    return Expr.add(new Expr.FromIndex(regular, type), offset);
  }

  private static Expr interpolated(Buffer data, Index[] i, Expr y, Expr x, DType type) {
    Expr one = Expr.constant(1L, type);
    Expr top = Expr.call(MathFunction.FLOOR, y);
    Expr left = Expr.call(MathFunction.FLOOR, x);
    Expr down = Expr.sub(y, top);
    Expr right = Expr.sub(x, left);
    Expr sum = Expr.constant(0L, type);
    for (int dy = 0; dy < 2; dy++) {
      for (int dx = 0; dx < 2; dx++) {
        Index row = new Index.FromExpr(Expr.cast(top, DType.INT64)).plus(dy);
        Index column = new Index.FromExpr(Expr.cast(left, DType.INT64)).plus(dx);
        Expr inside =
            Expr.and(
                Reindex.inside(row, data.shape().extent(2)),
                Reindex.inside(column, data.shape().extent(3)));
        Expr value = Expr.cast(data.at(i[0], i[1], row, column), type);
        Expr weight =
            Expr.mul(dy == 1 ? down : Expr.sub(one, down), dx == 1 ? right : Expr.sub(one, right));
        Expr term = Expr.select(inside, Expr.mul(weight, value), Expr.constant(0L, type));
        sum = Expr.add(sum, term);
      }
    }
    return sum;
  }
}
