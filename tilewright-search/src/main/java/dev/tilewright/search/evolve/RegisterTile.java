package dev.tilewright.search.evolve;

import dev.tilewright.core.target.CpuTarget;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;

/**
 * The numbers of a register tile: accumulators for {@code rows × lanes} elements, the lanes of one
 * row of them in whole vectors, must fit in the vector registers beside one row of the other
 * operand and one broadcast value.
 */
final class RegisterTile {
  /** More vectors in a row than this leave too few rows to reuse them. */
  private static final int MAX_VECTORS = 8;

  /** Without rows that reuse them, more vectors are only more code. */
  private static final int MAX_VECTORS_WITHOUT_ROWS = 2;

  /** Weight of a number of lanes that does not divide the extent, so that tails are masked. */
  private static final double TAIL = 0.15;

  private final int nativeLanes;
  private final int registers;
  private final int maxVectors;

  /**
   * @param hasRows true if the elements of a row are used for several rows, as in a reduction
   */
  RegisterTile(CpuTarget target, int elementBits, boolean hasRows) {
    this.nativeLanes = target.lanes(elementBits);
    this.registers = target.vectorRegisters();
    this.maxVectors = hasRows ? MAX_VECTORS : MAX_VECTORS_WITHOUT_ROWS;
  }

  /** Lanes of one register. */
  long nativeLanes() {
    return nativeLanes;
  }

  /** Vectors that hold so many lanes. */
  long vectors(long lanes) {
    return Math.ceilDiv(lanes, nativeLanes);
  }

  /** Rows that fit beside each other with so many lanes. */
  long maxRows(long lanes) {
    long vectors = vectors(lanes);
    return Math.max(1, (registers - 1 - vectors) / vectors);
  }

  boolean fits(long rows, long lanes) {
    return lanes <= (long) maxVectors * nativeLanes && rows <= maxRows(lanes);
  }

  /**
   * A number of lanes for a loop: whole vectors, or half a vector more where that divides the loop.
   */
  long drawLanes(long extent, RandomGenerator random) {
    if (extent <= nativeLanes) {
      return extent;
    }
    List<Long> lanes = new ArrayList<>();
    List<Double> weights = new ArrayList<>();
    int step = Math.max(1, nativeLanes / 2);
    for (long candidate = step; candidate <= maxLanes(extent); candidate += step) {
      boolean divides = extent % candidate == 0;
      if (divides || candidate % nativeLanes == 0) {
        double fill = (double) candidate / (vectors(candidate) * nativeLanes);
        lanes.add(candidate);
        weights.add(square(fill) * square(used(extent, candidate)) * (divides ? 1 : TAIL));
      }
    }
    return lanes.get(
        Draws.weighted(weights.stream().mapToDouble(Double::doubleValue).toArray(), random));
  }

  private long maxLanes(long extent) {
    return Math.min(extent, (long) maxVectors * nativeLanes);
  }

  /**
   * A number of rows for a loop; large ones, which reuse more, are likelier. A divisor, unless the
   * divisors leave more than half of the limit unused, as those of a prime do: then any number, the
   * less likely the more of its last tile lies outside of the loop.
   */
  long drawRows(long extent, long limit, RandomGenerator random) {
    long most = Math.max(1, Math.min(extent, limit));
    List<Long> divisors = Draws.divisors(extent).stream().filter(d -> d <= most).toList();
    boolean isPoor = 2 * divisors.getLast() < most;
    List<Long> rows = isPoor ? LongStream.rangeClosed(1, most).boxed().toList() : divisors;
    return rows.get(
        Draws.weighted(
            rows.stream().mapToDouble(r -> r * square(used(extent, r))).toArray(), random));
  }

  /** The share of the points of whole tiles that lie inside the loop. */
  private static double used(long extent, long tile) {
    return (double) Math.max(1, extent) / (Math.ceilDiv(Math.max(1, extent), tile) * tile);
  }

  private static double square(double value) {
    return value * value;
  }
}
