package dev.tilewright.core.schedule;

import dev.tilewright.core.analysis.Affine;
import dev.tilewright.core.analysis.Interval;
import dev.tilewright.core.expr.Index;
import java.util.Optional;

/**
 * The values that an index takes while some variables, the outer ones, stand still and all others
 * run: {@code outer + [low, high]}.
 *
 * @param outer over outer variables only, without a constant, so that spans with equal outer parts
 *     differ by constants
 */
record Span(Affine outer, long low, long high) {
  private static final Affine NOTHING = Affine.constant(0);

  static Span between(long low, long high) {
    return new Span(NOTHING, low, high);
  }

  /** One value, an index over outer variables. */
  static Span point(Index index) {
    return of(Affine.of(index), 0, 0);
  }

  private static Span of(Affine outer, long low, long high) {
    long constant = outer.constant();
    return new Span(outer.plus(-constant), low + constant, high + constant);
  }

  boolean isConstant() {
    return outer.isConstant();
  }

  Span plus(Span other) {
    return of(
        outer.plus(other.outer), Math.addExact(low, other.low), Math.addExact(high, other.high));
  }

  /** The factor is not 0. */
  Span times(long factor) {
    long a = Math.multiplyExact(low, factor);
    long b = Math.multiplyExact(high, factor);
    return of(outer.times(factor), Math.min(a, b), Math.max(a, b));
  }

  Span floorDiv(long divisor) {
    Affine multiple = multipleOf(divisor);
    Affine rest = outer.minus(multiple);
    Affine quotient = dividedBy(multiple, divisor);
    Interval whole = rest.bounds().plus(new Interval(low, high)).floorDiv(divisor);
    return rest.isConstant() || whole.min() == whole.max()
        ? of(quotient, whole.min(), whole.max())
        : of(
            quotient.plus(Affine.of(rest.plus(low).toIndex().floorDiv(divisor))),
            0,
            Math.ceilDiv(high - low, divisor));
  }

  Span floorMod(long divisor) {
    Affine rest = outer.minus(multipleOf(divisor));
    Interval quotient = rest.bounds().plus(new Interval(low, high)).floorDiv(divisor);
    if (quotient.min() == quotient.max()) {
      long start = Math.multiplyExact(divisor, quotient.min());
      return of(rest, low - start, high - start);
    }
    return low == high
        ? of(Affine.of(rest.plus(low).toIndex().floorMod(divisor)), 0, 0)
        : between(0, divisor - 1);
  }

  /** The smaller of two, if they differ by constants. */
  Optional<Span> min(Span other) {
    return outer.equals(other.outer)
        ? Optional.of(new Span(outer, Math.min(low, other.low), Math.min(high, other.high)))
        : Optional.empty();
  }

  /** The larger of two, if they differ by constants. */
  Optional<Span> max(Span other) {
    return outer.equals(other.outer)
        ? Optional.of(new Span(outer, Math.max(low, other.low), Math.max(high, other.high)))
        : Optional.empty();
  }

  /** What covers both, if they differ by constants. */
  Optional<Span> hull(Span other) {
    return outer.equals(other.outer)
        ? Optional.of(new Span(outer, Math.min(low, other.low), Math.max(high, other.high)))
        : Optional.empty();
  }

  /** The part that lies in {@code [0, extent)}, if that can be told; else all. */
  Span clip(long extent) {
    long last = Math.max(0, extent - 1);
    return isConstant() ? between(Math.clamp(low, 0, last), Math.clamp(high, 0, last)) : this;
  }

  /** The summands of the outer part that the divisor divides. */
  private Affine multipleOf(long divisor) {
    Affine multiple = NOTHING;
    for (Affine.Term term : outer.terms()) {
      if (term.coefficient() % divisor == 0) {
        multiple = multiple.plus(Affine.of(term.atom()).times(term.coefficient()));
      }
    }
    return multiple;
  }

  private static Affine dividedBy(Affine multiple, long divisor) {
    Affine quotient = NOTHING;
    for (Affine.Term term : multiple.terms()) {
      quotient = quotient.plus(Affine.of(term.atom()).times(term.coefficient() / divisor));
    }
    return quotient;
  }
}
