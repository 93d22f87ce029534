package dev.tilewright.core.schedule;

import dev.tilewright.core.expr.Index;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The values that an index takes while some variables, the outer ones, stand still and all others
 * run: {@code sum of terms + [low, high]}. The terms hold outer variables only and no constant, so
 * that two spans with equal terms differ by constants.
 *
 * @param terms coefficient by atom, none of them 0
 */
record Span(Map<Index, Long> terms, long low, long high) {
  Span {
    terms = Map.copyOf(terms);
  }

  static Span between(long low, long high) {
    return new Span(Map.of(), low, high);
  }

  static Span outer(Index atom) {
    return new Span(Map.of(atom, 1L), 0, 0);
  }

  boolean isConstant() {
    return terms.isEmpty();
  }

  Span plus(Span other) {
    Map<Index, Long> sum = new LinkedHashMap<>(terms);
    other.terms.forEach((atom, coefficient) -> sum.merge(atom, coefficient, Math::addExact));
    sum.values().removeIf(coefficient -> coefficient == 0);
    return new Span(sum, Math.addExact(low, other.low), Math.addExact(high, other.high));
  }

  /** The factor is not 0. */
  Span times(long factor) {
    Map<Index, Long> product = new LinkedHashMap<>();
    terms.forEach((atom, c) -> product.put(atom, Math.multiplyExact(c, factor)));
    long a = Math.multiplyExact(low, factor);
    long b = Math.multiplyExact(high, factor);
    return new Span(product, Math.min(a, b), Math.max(a, b));
  }

  Span floorDiv(long divisor) {
    if (!dividesBy(divisor)) {
      Index quotient = outerPart().plus(low).floorDiv(divisor);
      return new Span(Map.of(quotient, 1L), 0, Math.ceilDiv(high - low, divisor));
    }
    Map<Index, Long> quotient = new LinkedHashMap<>();
    terms.forEach((atom, c) -> quotient.put(atom, c / divisor));
    return new Span(quotient, Math.floorDiv(low, divisor), Math.floorDiv(high, divisor));
  }

  Span floorMod(long divisor) {
    if (dividesBy(divisor) && Math.floorDiv(low, divisor) == Math.floorDiv(high, divisor)) {
      return between(Math.floorMod(low, divisor), Math.floorMod(high, divisor));
    }
    if (low == high) {
      return outer(outerPart().plus(low).floorMod(divisor));
    }
    return between(0, divisor - 1);
  }

  /** The part that lies in {@code [0, extent)}, if that can be told; else all. */
  Span clip(long extent) {
    return isConstant()
        ? between(
            Math.clamp(low, 0, Math.max(0, extent - 1)),
            Math.clamp(high, 0, Math.max(0, extent - 1)))
        : this;
  }

  /** The terms as an index, without the constants. */
  Index outerPart() {
    Index sum = Index.ZERO;
    for (var term : sortedTerms()) {
      sum = sum.plus(term.getKey().times(term.getValue()));
    }
    return sum;
  }

  private List<Map.Entry<Index, Long>> sortedTerms() {
    return terms.entrySet().stream()
        .sorted(
            Comparator.comparingLong((Map.Entry<Index, Long> term) -> -term.getValue())
                .thenComparing(term -> term.getKey().toString()))
        .toList();
  }

  private boolean dividesBy(long divisor) {
    return terms.values().stream().allMatch(coefficient -> coefficient % divisor == 0);
  }
}
