package dev.tilewright.graph.schedule;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Var;
import dev.tilewright.core.schedule.BufferLayout;
import dev.tilewright.core.te.Compute;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Layouts of constant operands that put what one step of a register tile reads side by side. */
final class OperandLayout {
  private OperandLayout() {}

  /**
   * The layouts of the constant inputs that a reduction reads with its vector or row axis alone in
   * a dimension.
   */
  static Map<Buffer, BufferLayout> of(Compute op, List<Read> reads, RegisterTile tile) {
    Map<Buffer, BufferLayout> layouts = new IdentityHashMap<>();
    for (Read read : reads) {
      if (!read.constant() || read.buffer().shape().rank() < 2) {
        continue;
      }
      int vector = read.dimensionOf(op.axes().get(tile.vectorAxis()));
      int row = tile.rowAxis() < 0 ? -1 : read.dimensionOf(op.axes().get(tile.rowAxis()));
      List<Integer> blocked = new ArrayList<>();
      List<Long> blocks = new ArrayList<>();
      if (row >= 0) {
        blocked.add(row);
        blocks.add(tile.rows());
      }
      if (vector >= 0) {
        blocked.add(vector);
        blocks.add(tile.width());
      }
      if (!blocked.isEmpty() && usesReduction(read, op)) {
        layouts.put(read.buffer(), blocked(read.buffer().shape().rank(), blocked, blocks));
      }
    }
    return layouts;
  }

  private static boolean usesReduction(Read read, Compute op) {
    for (Var axis : op.reduceAxes()) {
      if (read.uses(axis)) {
        return true;
      }
    }
    return false;
  }

  /** The blocked dimensions outermost, the others in order, the blocks innermost. */
  private static BufferLayout blocked(int rank, List<Integer> blocked, List<Long> blocks) {
    List<List<Long>> factors = new ArrayList<>();
    int[] outer = new int[rank];
    int parts = 0;
    for (int d = 0; d < rank; d++) {
      outer[d] = parts;
      int place = blocked.indexOf(d);
      factors.add(place < 0 ? List.of() : List.of(blocks.get(place)));
      parts += place < 0 ? 1 : 2;
    }
    List<Integer> order = new ArrayList<>();
    blocked.forEach(d -> order.add(outer[d]));
    for (int d = 0; d < rank; d++) {
      if (!blocked.contains(d)) {
        order.add(outer[d]);
      }
    }
    blocked.forEach(d -> order.add(outer[d] + 1));
    return new BufferLayout(factors, order);
  }
}
