package dev.tilewright.core.schedule;

import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Index;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How a constant buffer is stored: every dimension split by factors, the parts in another order. A
 * dimension that its factors do not divide is padded.
 *
 * @param factors for each logical dimension the extents of its inner parts, outermost first; empty
 *     if it is not split. Dimension {@code d} so has {@code factors.get(d).size() + 1} parts
 * @param order the physical order, outermost first, of the parts numbered dimension by dimension
 */
public record BufferLayout(List<List<Long>> factors, List<Integer> order) {
  public BufferLayout {
    factors = factors.stream().map(List::copyOf).toList();
    order = List.copyOf(order);
  }

  /**
   * The dimensions in another order, none split: storage dimension {@code d} is {@code order[d]}.
   */
  public static BufferLayout permuted(List<Integer> order) {
    return new BufferLayout(Collections.nCopies(order.size(), List.of()), order);
  }

  /** No change. */
  public static BufferLayout rowMajor(int rank) {
    return permuted(IntStream.range(0, rank).boxed().toList());
  }

  /** True if nothing is split and the dimensions are in their order. */
  public boolean isRowMajor() {
    return equals(rowMajor(factors.size()));
  }

  /** The shape of the storage. */
  public Shape physicalShape(Shape logical) {
    List<Long> parts = new ArrayList<>();
    for (int d = 0; d < logical.rank(); d++) {
      long inner = factors.get(d).stream().reduce(1L, Math::multiplyExact);
      parts.add(Math.ceilDiv(logical.extent(d), inner));
      parts.addAll(factors.get(d));
    }
    return Shape.of(order.stream().map(parts::get).toList());
  }

  /** Where a logical element is stored. */
  public List<Index> physicalIndices(List<Index> logical) {
    List<Index> parts = new ArrayList<>();
    for (int d = 0; d < logical.size(); d++) {
      List<Long> inner = factors.get(d);
      long block = inner.stream().reduce(1L, Math::multiplyExact);
      parts.add(logical.get(d).floorDiv(block));
      for (long factor : inner) {
        block /= factor;
        parts.add(logical.get(d).floorDiv(block).floorMod(factor));
      }
    }
    return order.stream().map(parts::get).toList();
  }
}
