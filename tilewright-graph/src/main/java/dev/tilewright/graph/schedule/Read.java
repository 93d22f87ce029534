package dev.tilewright.graph.schedule;

import dev.tilewright.core.analysis.Access;
import dev.tilewright.core.analysis.Affine;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Exprs;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.expr.Var;
import dev.tilewright.core.te.Compute;
import dev.tilewright.core.te.ComputeDag;
import dev.tilewright.core.te.Placeholder;
import java.util.List;
import java.util.Map;

/**
 * One read of a computation, with its place as a row-major position.
 *
 * @param buffer what is read
 * @param constant whether it is an input whose values are known at compile time
 * @param indices one a dimension, over the axes of the computation
 * @param position the position in elements
 */
record Read(Buffer buffer, boolean constant, List<Index> indices, Index position) {
  /** How the position moves with a block of consecutive values of an axis. */
  enum Motion {
    /** Not at all. */
    STILL,
    /** By one element a step. */
    CONTIGUOUS,
    /** By a fixed number of elements a step. */
    STRIDED,
    /** In no fixed way. */
    IRREGULAR
  }

  /** All reads of a computation. */
  static List<Read> of(Compute compute, ComputeDag dag) {
    return Access.of(compute).stream()
        .map(access -> of(access.buffer(), access.indices(), dag))
        .toList();
  }

  private static Read of(Buffer buffer, List<Index> indices, ComputeDag dag) {
    boolean constant =
        dag.producer(buffer).orElse(null) instanceof Placeholder placeholder
            && placeholder.constant();
    long[] strides = buffer.shape().strides();
    Index position = Index.ZERO;
    for (int d = 0; d < strides.length; d++) {
      position = position.plus(indices.get(d).times(strides[d]));
    }
    return new Read(buffer, constant, indices, position);
  }

  /** The motion along blocks of an axis that start at multiples of {@code block}. */
  Motion motion(Var axis, long block) {
    if (!Exprs.uses(position, axis)) {
      return Motion.STILL;
    }
    Var start = new Var("start", Math.ceilDiv(Math.max(1, axis.extent()), block));
    Var step = new Var("step", block);
    Index value = Index.of(start).times(block).plus(Index.of(step));
    Affine moved = Affine.of(Exprs.substitute(position, Map.of(axis, value)));
    if (moved.isIndependentOf(step)) {
      return Motion.STILL;
    }
    if (!moved.isLinearIn(step)) {
      return Motion.IRREGULAR;
    }
    return moved.coefficient(step) == 1 ? Motion.CONTIGUOUS : Motion.STRIDED;
  }

  /** Elements that the position moves by for one step of an axis; 0 if that is not fixed. */
  long stride(Var axis) {
    Affine affine = Affine.of(position);
    return affine.isLinearIn(axis) ? affine.coefficient(axis) : 0;
  }

  /** The dimension that an axis alone indexes with coefficient 1; -1 if there is none. */
  int dimensionOf(Var axis) {
    for (int d = 0; d < indices.size(); d++) {
      if (Affine.of(indices.get(d)).equals(Affine.of(Index.of(axis)))) {
        return d;
      }
    }
    return -1;
  }

  boolean uses(Var axis) {
    return Exprs.uses(position, axis);
  }
}
