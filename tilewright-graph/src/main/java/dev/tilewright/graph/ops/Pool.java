package dev.tilewright.graph.ops;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Combiner;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.expr.Limits;
import dev.tilewright.core.te.DagBuilder;
import java.util.ArrayList;
import java.util.List;

/**
 * The largest element, the average or the sum of each window.
 *
 * @param roundUp whether a last window may reach over the end of the padded input (ONNX {@code
 *     ceil_mode})
 */
public record Pool(Kind kind, Window window, boolean roundUp, Layout layout) implements Operator {
  /** What is taken of a window. */
  public enum Kind {
    MAX,
    /** The average of the elements that lie in the input. */
    AVERAGE,
    /** The average where padding counts as zeros; what lies beyond the padding does not count. */
    AVERAGE_WITH_PADDING,
    SUM
  }

  @Override
  public String name() {
    String prefix =
        switch (kind) {
          case MAX -> "max_pool";
          case AVERAGE, AVERAGE_WITH_PADDING -> "avg_pool";
          case SUM -> "sum_pool";
        };
    return prefix + window.rank() + "d";
  }

  @Override
  public String stageName() {
    return switch (kind) {
      case MAX -> "pool_max";
      case AVERAGE, AVERAGE_WITH_PADDING -> "pool_avg";
      case SUM -> "pool_sum";
    };
  }

  @Override
  public List<TensorType> inferTypes(List<TensorType> inputs) {
    Operands operands = new Operands(this, inputs).requireCount(1);
    TensorType data = operands.get(0);
    operands.requireRank(0, window.rank() + 2);
    operands.require(kind == Kind.MAX || data.dtype().isFloat(), "no average of %s", data.dtype());
    long[] spatial = new long[window.rank()];
    for (int d = 0; d < spatial.length; d++) {
      long extent = data.extent(layout.spatialAxis() + d);
      spatial[d] = roundUp ? window.resultsRoundedUp(d, extent) : window.results(d, extent);
      operands.require(spatial[d] > 0, "the window is larger than the padded input");
    }
    long channels = data.extent(layout.channelAxis(data.rank()));
    return List.of(
        new TensorType(data.dtype(), layout.dataShape(data.extent(0), channels, spatial)));
  }

  @Override
  public List<Buffer> emit(DagBuilder te, String name, List<Buffer> inputs) {
    Buffer data = inputs.getFirst();
    TensorType result = inferTypes(TensorType.of(inputs)).getFirst();
    boolean largest = kind == Kind.MAX;
    DType type = largest ? data.dtype() : Accumulation.typeFor(data.dtype());
    Expr filler = largest ? Limits.lowest(type) : Expr.constant(0L, data.dtype());
    Buffer padded = Padding.emit(te, data, layout, reaching(data, result.shape()), filler);
    Combiner combiner = largest ? Combiner.max(type) : Combiner.sum(type);
    Buffer combined =
        emitWindows(te, largest ? name : "pool_sum", padded, result.shape(), combiner);
    if (largest) {
      return List.of(combined);
    }
    if (kind == Kind.SUM) {
      return List.of(Accumulation.convert(te, combined, result.dtype()));
    }
    return List.of(
        te.compute(
            name,
            result.shape(),
            i ->
                Expr.cast(Expr.div(combined.at(i), count(data.shape(), i, type)), result.dtype())));
  }

  private Buffer emitWindows(
      DagBuilder te, String name, Buffer padded, Shape result, Combiner combiner) {
    List<String> axes = new ArrayList<>();
    for (int axis = 0; axis < result.rank(); axis++) {
      axes.add("ax" + axis);
    }
    List<String> taps = new ArrayList<>();
    for (int d = 0; d < window.rank(); d++) {
      taps.add("rv" + d);
    }
    DType type = combiner.identities().getFirst().dtype();
    return te.reduce(
        name,
        axes,
        result,
        taps,
        Shape.of(window.kernel()),
        combiner,
        (i, k) -> {
          Index[] source = i.clone();
          for (int d = 0; d < k.length; d++) {
            int axis = layout.spatialAxis() + d;
            source[axis] = start(d, i[axis]).plus(k[d].times(window.dilations().get(d)));
          }
          return Expr.cast(padded.at(source), type);
        });
  }

  /** The first element of a window in the padded input. */
  private Index start(int dimension, Index result) {
    return result.times(window.strides().get(dimension));
  }

  /** The window with as much padding at the end as the last windows reach. */
  private Window reaching(Buffer data, Shape result) {
    List<Long> padEnd = new ArrayList<>();
    for (int d = 0; d < window.rank(); d++) {
      int axis = layout.spatialAxis() + d;
      long last = (result.extent(axis) - 1) * window.strides().get(d) + window.reach(d);
      padEnd.add(Math.max(0, last - window.padBegin().get(d) - data.shape().extent(axis)));
    }
    return new Window(
        window.kernel(), window.strides(), window.dilations(), window.padBegin(), padEnd);
  }

  /** The number of elements that count in the window of a result. */
  private Expr count(Shape data, Index[] result, DType type) {
    boolean padding = kind == Kind.AVERAGE_WITH_PADDING;
    Expr product = Expr.constant(1L, type);
    long constant = 1;
    for (int d = 0; d < window.rank(); d++) {
      int axis = layout.spatialAxis() + d;
      long before = window.padBegin().get(d);
      long low = padding ? 0 : before;
      long high = padding ? window.padded(d, data.extent(axis)) : before + data.extent(axis);
      boolean alwaysFull =
          low == 0
              && (window.results(d, data.extent(axis)) - 1) * window.strides().get(d)
                      + window.reach(d)
                  <= high
              && !roundUp;
      if (alwaysFull) {
        constant *= window.kernel().get(d);
      } else {
        Index taps = tapsBetween(start(d, result[axis]), low, high, d);
        product = Expr.mul(product, new Expr.FromIndex(taps, type));
      }
    }
    Expr full = Expr.constant(constant, type);
    return product instanceof Expr.Binary ? Expr.mul(product, full) : full;
  }

  /** The number of taps of a window that lie in {@code [low, high)} of the padded input. */
  private Index tapsBetween(Index start, long low, long high, int dimension) {
    long dilation = window.dilations().get(dimension);
    Index before = Index.of(low).minus(start).plus(dilation - 1).floorDiv(dilation);
    Index within = Index.of(high).minus(start).plus(dilation - 1).floorDiv(dilation);
    return Index.min(within, Index.of(window.kernel().get(dimension)))
        .minus(Index.max(before, Index.ZERO));
  }
}
