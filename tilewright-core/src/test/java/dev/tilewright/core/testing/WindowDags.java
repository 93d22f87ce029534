package dev.tilewright.core.testing;

import static dev.tilewright.core.testing.RandomDags.extent;
import static dev.tilewright.core.testing.RandomDags.pick;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Combiner;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.te.ComputeDag;
import dev.tilewright.core.te.DagBuilder;
import java.util.List;
import java.util.Random;

/** DAGs that slide windows over images, NHWC. */
final class WindowDags {
  private static final DType TYPE = DType.FLOAT32;

  private WindowDags() {}

  /** One dimension of a window: kernel extent, stride, dilation and padding on both sides. */
  private record Window(long kernel, long stride, long dilation, long pad) {
    static Window next(Random random) {
      return new Window(
          random.nextInt(1, 4), random.nextInt(1, 3), random.nextInt(1, 3), random.nextInt(0, 3));
    }

    /** Three taps, one beside the other, as Winograd's minimal filtering takes them. */
    static Window three(Random random) {
      return new Window(3, 1, 1, random.nextInt(0, 3));
    }

    /** Extent of an input that gives {@code out} results. */
    long input(long out) {
      return Math.max(1, (out - 1) * stride + (kernel - 1) * dilation + 1 - 2 * pad);
    }

    Index at(Index out, Index tap) {
      return out.times(stride).plus(tap.times(dilation));
    }

    /** Extent of the padded input that the results read. */
    long padded(long out) {
      return (out - 1) * stride + (kernel - 1) * dilation + 1;
    }
  }

  static ComputeDag convolution(Random random) {
    boolean three = random.nextInt(3) == 0;
    Window vertical = three ? Window.three(random) : Window.next(random);
    Window horizontal = three ? Window.three(random) : Window.next(random);
    long groups = random.nextInt(3) == 0 ? 2 : 1;
    long ci = extent(random, 4);
    long co = groups * extent(random, 9);
    long coPerGroup = co / groups;
    Shape out = Shape.of(extent(random, 2), extent(random, 7), extent(random, 7), co);
    DagBuilder te = new DagBuilder();
    Buffer padded = padded(te, out, ci * groups, vertical, horizontal, 0);
    Buffer w = te.constant("w", TYPE, vertical.kernel(), horizontal.kernel(), ci, co);
    Buffer conv =
        te.reduce(
            "conv",
            List.of("n", "h", "w", "c"),
            out,
            List.of("rh", "rw", "rc"),
            Shape.of(vertical.kernel(), horizontal.kernel(), ci),
            Combiner.sum(TYPE),
            (i, r) ->
                Expr.mul(
                    padded.at(
                        i[0],
                        vertical.at(i[1], r[0]),
                        horizontal.at(i[2], r[1]),
                        i[3].floorDiv(coPerGroup).times(ci).plus(r[2])),
                    w.at(r[0], r[1], r[2], i[3])));
    if (random.nextBoolean()) {
      return te.build(conv);
    }
    Buffer bias = te.constant("bias", TYPE, co);
    Buffer relu =
        te.compute(
            "relu",
            out,
            i -> Expr.max(Expr.add(conv.at(i), bias.at(i[3])), Expr.constant(0L, TYPE)));
    return te.build(relu);
  }

  static ComputeDag pooling(Random random) {
    Window vertical = Window.next(random);
    Window horizontal = Window.next(random);
    Combiner combiner =
        pick(random, List.of(Combiner.max(TYPE), Combiner.min(TYPE), Combiner.prod(TYPE)));
    Shape out = Shape.of(1, extent(random, 8), extent(random, 8), extent(random, 20));
    DagBuilder te = new DagBuilder();
    Buffer padded = padded(te, out, out.extent(3), vertical, horizontal, 1);
    Buffer pool =
        te.reduce(
            "pool",
            List.of("n", "h", "w", "c"),
            out,
            List.of("rh", "rw"),
            Shape.of(vertical.kernel(), horizontal.kernel()),
            combiner,
            (i, r) -> padded.at(i[0], vertical.at(i[1], r[0]), horizontal.at(i[2], r[1]), i[3]));
    return te.build(pool);
  }

  /** Kernel 2, stride 2: every result comes from one input, found by division and remainder. */
  static ComputeDag transposedConvolution(Random random) {
    long h = extent(random, 5);
    long ci = extent(random, 6);
    long co = extent(random, 3);
    DagBuilder te = new DagBuilder();
    Buffer x = te.placeholder("x", TYPE, h, h, ci);
    Buffer w = te.constant("w", TYPE, 2, 2, ci, co);
    Buffer y =
        te.reduce(
            "y",
            List.of("h", "w", "c"),
            Shape.of(2 * h, 2 * h, co),
            List.of("rc"),
            Shape.of(ci),
            Combiner.sum(TYPE),
            (i, r) ->
                Expr.mul(
                    x.at(i[0].floorDiv(2), i[1].floorDiv(2), r[0]),
                    w.at(i[0].floorMod(2), i[1].floorMod(2), r[0], i[2])));
    return te.build(y);
  }

  private static Buffer padded(
      DagBuilder te, Shape out, long channels, Window vertical, Window horizontal, long padValue) {
    long h = vertical.input(out.extent(1));
    long w = horizontal.input(out.extent(2));
    Buffer x = te.placeholder("x", TYPE, out.extent(0), h, w, channels);
    Shape shape =
        Shape.of(
            out.extent(0),
            vertical.padded(out.extent(1)),
            horizontal.padded(out.extent(2)),
            channels);
    return te.compute(
        "padded",
        shape,
        i -> {
          Index row = i[1].minus(vertical.pad());
          Index column = i[2].minus(horizontal.pad());
          Expr inside =
              Expr.and(
                  Expr.and(Expr.ge(row, Index.ZERO), Expr.lt(row, Index.of(h))),
                  Expr.and(Expr.ge(column, Index.ZERO), Expr.lt(column, Index.of(w))));
          return Expr.select(inside, x.at(i[0], row, column, i[3]), Expr.constant(padValue, TYPE));
        });
  }
}
