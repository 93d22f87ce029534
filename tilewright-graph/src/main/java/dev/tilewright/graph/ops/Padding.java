package dev.tilewright.graph.ops;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.te.DagBuilder;
import java.util.ArrayList;
import java.util.List;

/** Constant padding of the spatial dimensions, in a stage {@code pad_temp}. */
final class Padding {
  private Padding() {}

  /** The data with the window's zero padding; the data itself if there is none. */
  static Buffer emit(DagBuilder te, Buffer data, Layout layout, Window window) {
    return emit(te, data, layout, window, Expr.constant(0L, data.dtype()));
  }

  /** The data with padding by a value; the data itself if there is none. */
  static Buffer emit(DagBuilder te, Buffer data, Layout layout, Window window, Expr value) {
    if (!window.isPadded()) {
      return data;
    }
    int rank = data.shape().rank();
    long[] spatial = new long[window.rank()];
    for (int d = 0; d < spatial.length; d++) {
      spatial[d] = window.padded(d, data.shape().extent(layout.spatialAxis() + d));
    }
    long channels = data.shape().extent(layout.channelAxis(rank));
    return te.compute(
        "pad_temp",
        layout.dataShape(data.shape().extent(0), channels, spatial),
        i -> paddedAt(data, layout, window, value, i));
  }

  private static Expr paddedAt(
      Buffer data, Layout layout, Window window, Expr value, Index[] position) {
    Index[] source = position.clone();
    List<Expr> conditions = new ArrayList<>();
    for (int d = 0; d < window.rank(); d++) {
      int axis = layout.spatialAxis() + d;
      source[axis] = position[axis].minus(window.padBegin().get(d));
      if (window.padBegin().get(d) > 0) {
        conditions.add(Expr.ge(source[axis], Index.ZERO));
      }
      if (window.padEnd().get(d) > 0) {
        conditions.add(Expr.lt(source[axis], Index.of(data.shape().extent(axis))));
      }
    }
    return Expr.select(Reindex.all(conditions), data.at(source), value);
  }
}
