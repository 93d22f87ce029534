package dev.tilewright.core.schedule;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Combiner;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.te.ComputeDag;
import dev.tilewright.core.te.DagBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;

/**
 * Small random compute DAGs with the index expressions that occur in practice: shifts with padding,
 * windows with stride and dilation, broadcasts, transpositions, reversals, reshapes, reductions.
 */
public final class RandomDags {
  private final RandomGenerator random;
  private final DagBuilder te = new DagBuilder();
  private final List<Buffer> buffers = new ArrayList<>();

  private RandomDags(RandomGenerator random) {
    this.random = random;
  }

  /**
   * Values are small integers as floats, so that every order of summation gives the same result.
   */
  public static ComputeDag draw(RandomGenerator random) {
    return new RandomDags(random).dag();
  }

  private ComputeDag dag() {
    int inputs = 1 + random.nextInt(2);
    for (int i = 0; i < inputs; i++) {
      long[] extents =
          LongStream.range(0, 1 + random.nextInt(3)).map(d -> 1 + random.nextInt(7)).toArray();
      buffers.add(te.input("x" + i, DType.FLOAT32, Shape.of(extents), random.nextBoolean()));
    }
    int stages = 1 + random.nextInt(4);
    for (int s = 0; s < stages; s++) {
      buffers.add(stage("s" + s, pick()));
    }
    Buffer last = buffers.getLast();
    Buffer other = buffers.get(inputs + random.nextInt(stages));
    return random.nextInt(4) > 0 || other == last ? te.build(last) : te.build(last, other);
  }

  /** Later buffers are likelier, so that chains grow. */
  private Buffer pick() {
    int n = buffers.size();
    return buffers.get(Math.max(random.nextInt(n), random.nextInt(n)));
  }

  private Buffer stage(String name, Buffer x) {
    return switch (x.shape().rank() == 0 ? 0 : random.nextInt(9)) {
      case 0 -> te.compute(name, x.shape(), i -> Expr.add(x.at(i), constant(1)));
      case 1 -> addBroadcast(name, x, pick());
      case 2 -> shift(name, x);
      case 3 -> window(name, x);
      case 4 -> reduceAxis(name, x);
      case 5 -> transpose(name, x);
      case 6 -> reverse(name, x);
      case 7 -> flatten(name, x);
      default -> product(name, x, pick());
    };
  }

  private static Expr constant(long value) {
    return Expr.constant(value, DType.FLOAT32);
  }

  /** Adds another buffer, its indices taken modulo its extents. */
  private Buffer addBroadcast(String name, Buffer x, Buffer y) {
    return te.compute(
        name,
        x.shape(),
        i -> {
          Index[] other = new Index[y.shape().rank()];
          for (int d = 0; d < other.length; d++) {
            Index index = d < i.length ? i[d] : Index.ZERO;
            long extent = y.shape().extent(d);
            other[d] =
                d < i.length && x.shape().extent(d) > extent ? index.floorMod(extent) : index;
          }
          return Expr.add(x.at(i), y.at(other));
        });
  }

  private Buffer shift(String name, Buffer x) {
    long by = random.nextInt(5) - 2;
    int axis = random.nextInt(x.shape().rank());
    long extent = x.shape().extent(axis);
    return te.compute(
        name,
        x.shape(),
        i -> {
          Index[] shifted = i.clone();
          shifted[axis] = i[axis].plus(by);
          Expr inside =
              Expr.and(
                  Expr.ge(shifted[axis], Index.ZERO), Expr.lt(shifted[axis], Index.of(extent)));
          return Expr.select(inside, x.at(shifted), constant(0));
        });
  }

  private Buffer window(String name, Buffer x) {
    int axis = random.nextInt(x.shape().rank());
    long extent = x.shape().extent(axis);
    long size = 1 + random.nextLong(Math.min(3, extent));
    long stride = 1 + random.nextInt(2);
    long dilation = (size - 1) * 2 < extent ? 1 + random.nextInt(2) : 1;
    long[] extents = x.shape().toArray();
    extents[axis] = (extent - (size - 1) * dilation - 1) / stride + 1;
    return te.reduce(
        name,
        axisNames(extents.length),
        Shape.of(extents),
        List.of("r"),
        Shape.of(size),
        random.nextBoolean() ? Combiner.sum(DType.FLOAT32) : Combiner.max(DType.FLOAT32),
        (i, r) -> {
          Index[] read = i.clone();
          read[axis] = i[axis].times(stride).plus(r[0].times(dilation));
          return x.at(read);
        });
  }

  private Buffer reduceAxis(String name, Buffer x) {
    int axis = random.nextInt(x.shape().rank());
    List<Long> extents = new ArrayList<>();
    LongStream.of(x.shape().toArray()).forEach(extents::add);
    long domain = extents.remove(axis);
    return te.reduce(
        name,
        axisNames(extents.size()),
        Shape.of(extents),
        List.of("k"),
        Shape.of(domain),
        Combiner.sum(DType.FLOAT32),
        (i, k) -> {
          List<Index> read = new ArrayList<>(List.of(i));
          read.add(axis, k[0]);
          return x.at(read.toArray(Index[]::new));
        });
  }

  private Buffer transpose(String name, Buffer x) {
    long[] extents = x.shape().toArray();
    long[] reversed = new long[extents.length];
    for (int d = 0; d < extents.length; d++) {
      reversed[d] = extents[extents.length - 1 - d];
    }
    return te.compute(
        name, Shape.of(reversed), i -> x.at(List.of(i).reversed().toArray(Index[]::new)));
  }

  private Buffer reverse(String name, Buffer x) {
    int axis = random.nextInt(x.shape().rank());
    return te.compute(
        name,
        x.shape(),
        i -> {
          Index[] read = i.clone();
          read[axis] = Index.of(x.shape().extent(axis) - 1).minus(i[axis]);
          return x.at(read);
        });
  }

  private Buffer flatten(String name, Buffer x) {
    long[] strides = x.shape().strides();
    return te.compute(
        name,
        Shape.of(x.shape().elements()),
        i -> {
          Index[] read = new Index[strides.length];
          for (int d = 0; d < strides.length; d++) {
            read[d] = i[0].floorDiv(strides[d]).floorMod(x.shape().extent(d));
          }
          return x.at(read);
        });
  }

  /**
   * The outer product of two buffers' first axes, summed over the last axis where both have one.
   */
  private Buffer product(String name, Buffer x, Buffer y) {
    if (x.shape().rank() < 2 || y.shape().rank() < 2) {
      return addBroadcast(name, x, y);
    }
    int lastX = x.shape().rank() - 1;
    int lastY = y.shape().rank() - 1;
    long depth = Math.min(x.shape().extent(lastX), y.shape().extent(lastY));
    return te.reduce(
        name,
        List.of("i", "j"),
        Shape.of(x.shape().extent(0), y.shape().extent(0)),
        List.of("k"),
        Shape.of(depth),
        Combiner.sum(DType.FLOAT32),
        (i, k) -> Expr.mul(x.at(ends(lastX, i[0], k[0])), y.at(ends(lastY, i[1], k[0]))));
  }

  private static Index[] ends(int last, Index first, Index end) {
    Index[] indices = new Index[last + 1];
    java.util.Arrays.fill(indices, Index.ZERO);
    indices[0] = first;
    indices[last] = end;
    return indices;
  }

  private static List<String> axisNames(int rank) {
    List<String> names = new ArrayList<>();
    for (int axis = 0; axis < rank; axis++) {
      names.add("i" + axis);
    }
    return names;
  }
}
