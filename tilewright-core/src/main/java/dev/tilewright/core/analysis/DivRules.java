package dev.tilewright.core.analysis;

import java.util.Optional;

/** Simplifies divisions by a positive constant that round towards minus infinity. */
final class DivRules {
  private DivRules() {}

  /** {@code floor(value / divisor)}. */
  static Affine divide(Affine value, long divisor) {
    if (divisor == 1) {
      return value;
    }
    AffineBuilder quotient = new AffineBuilder();
    AffineBuilder rest = new AffineBuilder();
    quotient.addConstant(Math.floorDiv(value.constant(), divisor));
    rest.addConstant(Math.floorMod(value.constant(), divisor));
    for (int t = 0; t < value.size(); t++) {
      long coefficient = value.coefficient(t);
      if (coefficient % divisor == 0) {
        quotient.addAtom(value.atom(t), coefficient / divisor);
      } else {
        rest.addAtom(value.atom(t), coefficient);
      }
    }
    return quotient.add(divideRest(rest.sum(), divisor), 1).build();
  }

  private static Affine divideRest(Affine rest, long divisor) {
    if (rest.isConstant()) {
      return Affine.constant(Math.floorDiv(rest.constant(), divisor));
    }
    // (g*high + low) / (g*d)  ->  high / d
    Optional<LowPart> split = LowPart.split(rest, divisor);
    if (split.isPresent()) {
      return divide(split.get().high(), divisor / split.get().factor());
    }
    if (rest.size() == 1 && rest.coefficient(0) == 1) {
      // (x / a + k) / b  ->  (x + k*a) / (a*b)
      if (rest.atom(0) instanceof Atom.Div(Affine inner, long innerDivisor)) {
        long shift = Math.multiplyExact(rest.constant(), innerDivisor);
        return divide(inner.plus(shift), Math.multiplyExact(divisor, innerDivisor));
      }
      // (x % (m*b)) / b  ->  (x / b) % m
      if (rest.atom(0) instanceof Atom.Mod(Affine inner, long modulus)
          && rest.constant() == 0
          && modulus % divisor == 0) {
        return ModRules.remainder(divide(inner, divisor), modulus / divisor);
      }
    }
    return new AffineBuilder().addAtom(new Atom.Div(rest, divisor), 1).sum();
  }
}
