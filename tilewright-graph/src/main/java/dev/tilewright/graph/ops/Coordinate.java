package dev.tilewright.graph.ops;

import dev.tilewright.core.expr.Index;

/**
 * A position in an input as an exact fraction, affine in the position of the result: {@code (factor
 * * i + offset) / denominator}.
 */
record Coordinate(long factor, long offset, long denominator) {
  /**
   * The mapping of a dimension.
   *
   * @param scale numerator and denominator of result size by input size
   */
  static Coordinate of(Resize.Mapping mapping, long input, long result, long[] scale) {
    return switch (mapping) {
      case HALF_PIXEL -> halfPixel(scale);
      case PYTORCH_HALF_PIXEL -> result == 1 ? new Coordinate(0, 0, 1) : halfPixel(scale);
      case ASYMMETRIC -> new Coordinate(scale[1], 0, scale[0]);
      case ALIGN_CORNERS ->
          result == 1 ? new Coordinate(0, 0, 1) : new Coordinate(input - 1, 0, result - 1);
    };
  }

  private static Coordinate halfPixel(long[] scale) {
    return new Coordinate(2 * scale[1], scale[1] - scale[0], 2 * scale[0]);
  }

  /** The largest integer that is not above the position. */
  Index floor(Index i) {
    return numerator(i).floorDiv(denominator);
  }

  /** The smallest integer that is not below the position. */
  Index ceil(Index i) {
    return numerator(i).plus(denominator - 1).floorDiv(denominator);
  }

  /** The nearest integer, halves down. */
  Index roundHalfDown(Index i) {
    return numerator(i).times(2).plus(denominator - 1).floorDiv(2 * denominator);
  }

  /** The nearest integer, halves up. */
  Index roundHalfUp(Index i) {
    return numerator(i).times(2).plus(denominator).floorDiv(2 * denominator);
  }

  /** The position minus its floor, times the denominator. */
  Index remainder(Index i) {
    return numerator(i).floorMod(denominator);
  }

  private Index numerator(Index i) {
    return i.times(factor).plus(offset);
  }
}
