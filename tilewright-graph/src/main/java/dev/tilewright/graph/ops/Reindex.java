package dev.tilewright.graph.ops;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Index arithmetic that operators share. */
final class Reindex {
  private Reindex() {}

  /**
   * The position in a shape of the element that has a given position in another shape with as many
   * elements, both row-major. Dimensions that the shapes share keep their index; only between them
   * positions are flattened and divided.
   */
  static Index[] sameOrder(Shape from, Index[] position, Shape to) {
    Index[] result = new Index[to.rank()];
    Arrays.fill(result, Index.ZERO);
    int f = 0;
    int t = 0;
    while (f < from.rank() && t < to.rank()) {
      int fromStart = f;
      int toStart = t;
      long fromBlock = from.extent(f++);
      long toBlock = to.extent(t++);
      while (fromBlock != toBlock) {
        if (fromBlock < toBlock && f < from.rank()) {
          fromBlock *= from.extent(f++);
        } else if (t < to.rank()) {
          toBlock *= to.extent(t++);
        } else {
          break; // only where a shape is empty, which has no elements to find
        }
      }
      if (t - toStart == 1 && f - fromStart == 1) {
        result[toStart] = position[fromStart];
      } else {
        unflatten(flatten(from, position, fromStart, f), to, toStart, t, result);
      }
    }
    return result;
  }

  private static Index flatten(Shape shape, Index[] position, int start, int end) {
    Index flat = Index.ZERO;
    for (int axis = start; axis < end; axis++) {
      if (shape.extent(axis) != 1) {
        flat = flat.times(shape.extent(axis)).plus(position[axis]);
      }
    }
    return flat;
  }

  private static void unflatten(Index flat, Shape shape, int start, int end, Index[] result) {
    long stride = 1;
    for (int axis = start; axis < end; axis++) {
      stride *= Math.max(1, shape.extent(axis));
    }
    long block = stride;
    for (int axis = start; axis < end; axis++) {
      long extent = Math.max(1, shape.extent(axis));
      stride /= extent;
      if (extent != 1) {
        Index rest = block == stride * extent ? flat : flat.floorMod(stride * extent);
        result[axis] = rest.floorDiv(stride);
      }
    }
  }

  /** The element of {@code buffer} that broadcasting gives to a position of a result. */
  static Expr broadcast(Buffer buffer, Shape result, Index[] position) {
    int skipped = result.rank() - buffer.shape().rank();
    Index[] indices = new Index[buffer.shape().rank()];
    for (int axis = 0; axis < indices.length; axis++) {
      boolean repeated = buffer.shape().extent(axis) == 1 && result.extent(axis + skipped) != 1;
      indices[axis] = repeated ? Index.ZERO : position[axis + skipped];
    }
    return buffer.at(indices);
  }

  /** True where {@code 0 <= index < extent}. */
  static Expr inside(Index index, long extent) {
    return Expr.and(Expr.ge(index, Index.ZERO), Expr.lt(index, Index.of(extent)));
  }

  /** The conjunction; true for none. */
  static Expr all(List<Expr> conditions) {
    return conditions.stream().reduce(Expr::and).orElse(Expr.constant(1L, DType.BOOL));
  }

  /** The shape without some axes, or with extent 1 there. */
  static Shape reduced(Shape shape, List<Integer> axes, boolean keepDims) {
    long[] extents = shape.toArray();
    return Shape.of(
        IntStream.range(0, extents.length)
            .filter(axis -> keepDims || !axes.contains(axis))
            .mapToObj(axis -> axes.contains(axis) ? Long.valueOf(1) : Long.valueOf(extents[axis]))
            .toList());
  }

  /** The shape with one extent replaced. */
  static Shape with(Shape shape, int axis, long extent) {
    long[] extents = shape.toArray();
    extents[axis] = extent;
    return Shape.of(extents);
  }
}
