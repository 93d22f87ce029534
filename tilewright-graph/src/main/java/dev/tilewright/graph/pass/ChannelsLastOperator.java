package dev.tilewright.graph.pass;

import dev.tilewright.graph.ops.ArgReduce;
import dev.tilewright.graph.ops.BatchNorm;
import dev.tilewright.graph.ops.Binary;
import dev.tilewright.graph.ops.Concat;
import dev.tilewright.graph.ops.Conv;
import dev.tilewright.graph.ops.ConvTranspose;
import dev.tilewright.graph.ops.DepthToSpace;
import dev.tilewright.graph.ops.ElementwiseOperator;
import dev.tilewright.graph.ops.GlobalPool;
import dev.tilewright.graph.ops.GraphOperator;
import dev.tilewright.graph.ops.Identity;
import dev.tilewright.graph.ops.Layout;
import dev.tilewright.graph.ops.Lrn;
import dev.tilewright.graph.ops.Operator;
import dev.tilewright.graph.ops.Pad;
import dev.tilewright.graph.ops.Pool;
import dev.tilewright.graph.ops.Reduce;
import dev.tilewright.graph.ops.Resize;
import dev.tilewright.graph.ops.Slice;
import dev.tilewright.graph.ops.Softmax;
import dev.tilewright.graph.ops.SpaceToDepth;
import dev.tilewright.graph.ops.Split;
import dev.tilewright.graph.ops.Where;
import java.util.Optional;

/**
 * An operator that computes the same with channels last.
 *
 * @param operands how the operands must be stored for it
 */
record ChannelsLastOperator(Operator operator, Operands operands) {
  /** How the operands of an operator are stored. */
  enum Operands {
    /** The first one has channels last, the others stay as they are. */
    DATA_FIRST,
    /** As {@code DATA_FIRST}; the second one is a weight in the layout of {@link Conv}. */
    CONV_WEIGHT,
    /** As {@code DATA_FIRST}; the second one is a weight in the layout of {@link ConvTranspose}. */
    TRANSPOSED_WEIGHT,
    /** All have channels last. */
    ALL,
    /** All broadcast to the result, which has channels last. */
    BROADCAST
  }

  /**
   * The counterpart of an operator on channels first.
   *
   * @param rank of the data
   */
  static Optional<ChannelsLastOperator> of(GraphOperator operator, int rank) {
    AxisOrder order = new AxisOrder(rank);
    return switch (operator) {
      case Conv(var window, long groups, Layout layout, boolean wide) when isFirst(layout) ->
          found(new Conv(window, groups, Layout.CHANNELS_LAST, wide), Operands.CONV_WEIGHT);
      case ConvTranspose(var window, var padding, long groups, Layout layout)
          when isFirst(layout) ->
          found(
              new ConvTranspose(window, padding, groups, Layout.CHANNELS_LAST),
              Operands.TRANSPOSED_WEIGHT);
      case Pool(var kind, var window, boolean roundUp, Layout layout) when isFirst(layout) ->
          found(new Pool(kind, window, roundUp, Layout.CHANNELS_LAST), Operands.DATA_FIRST);
      case GlobalPool(boolean largest, Layout layout) when isFirst(layout) ->
          found(new GlobalPool(largest, Layout.CHANNELS_LAST), Operands.DATA_FIRST);
      case Lrn(long size, double alpha, double beta, double bias, Layout layout)
          when isFirst(layout) ->
          found(new Lrn(size, alpha, beta, bias, Layout.CHANNELS_LAST), Operands.DATA_FIRST);
      case BatchNorm(double epsilon, Layout layout) when isFirst(layout) ->
          found(new BatchNorm(epsilon, Layout.CHANNELS_LAST), Operands.DATA_FIRST);
      case DepthToSpace(long block, boolean outer, Layout layout) when isFirst(layout) ->
          found(new DepthToSpace(block, outer, Layout.CHANNELS_LAST), Operands.DATA_FIRST);
      case SpaceToDepth(long block, Layout layout) when isFirst(layout) ->
          found(new SpaceToDepth(block, Layout.CHANNELS_LAST), Operands.DATA_FIRST);
      case ElementwiseOperator elementwise -> found(elementwise, Operands.BROADCAST);
      case Binary binary -> found(binary, Operands.BROADCAST);
      case Where where -> found(where, Operands.BROADCAST);
      case Identity identity -> found(identity, Operands.ALL);
      default -> mapped(operator, order).flatMap(last -> found(last, Operands.ALL));
    };
  }

  /** True for the operators for whose sake the layout is changed. */
  static boolean isConvolution(GraphOperator operator) {
    return operator instanceof Conv || operator instanceof ConvTranspose;
  }

  /** Operators that name axes. */
  private static Optional<Operator> mapped(GraphOperator operator, AxisOrder order) {
    return switch (operator) {
      case Concat(int axis) -> Optional.of(new Concat(order.axis(axis)));
      case Split(int axis, var extents) -> Optional.of(new Split(order.axis(axis), extents));
      case Softmax(int axis, boolean logarithm) ->
          Optional.of(new Softmax(order.axis(axis), logarithm));
      case Slice(var starts, var extents, var steps) ->
          Optional.of(new Slice(order.values(starts), order.values(extents), order.values(steps)));
      case Pad(var before, var after, var mode, double value) ->
          Optional.of(new Pad(order.values(before), order.values(after), mode, value));
      case Resize(var sizes, var scales, var mapping, var sampling) ->
          Optional.of(new Resize(order.values(sizes), order.values(scales), mapping, sampling));
      case Reduce(var function, var axes, boolean keepDims) when keepDims && !axes.isEmpty() ->
          Optional.of(new Reduce(function, order.axes(axes), true));
      case ArgReduce(boolean largest, int axis, boolean keepDims) when keepDims ->
          Optional.of(new ArgReduce(largest, order.axis(axis), true));
      default -> Optional.empty();
    };
  }

  private static boolean isFirst(Layout layout) {
    return layout == Layout.CHANNELS_FIRST;
  }

  private static Optional<ChannelsLastOperator> found(Operator operator, Operands operands) {
    return Optional.of(new ChannelsLastOperator(operator, operands));
  }
}
