package dev.tilewright.core.analysis;

import java.util.Optional;

/** Simplifies remainders by a positive constant, which are never negative. */
final class ModRules {
  private ModRules() {}

  /** {@code value mod divisor}. */
  static Affine remainder(Affine value, long divisor) {
    if (divisor == 1) {
      return Affine.zero();
    }
    AffineBuilder builder = new AffineBuilder();
    builder.addConstant(Math.floorMod(value.constant(), divisor));
    boolean unwrapped = false;
    for (int t = 0; t < value.size(); t++) {
      long coefficient = value.coefficient(t);
      if (coefficient % divisor == 0) {
        continue;
      }
      // (k * (x % m) + y) % d  ->  (k*x + y) % d  where d divides k*m
      if (value.atom(t) instanceof Atom.Mod(Affine inner, long modulus)
          && divides(divisor, coefficient, modulus)) {
        builder.add(inner, coefficient);
        unwrapped = true;
      } else {
        builder.addAtom(value.atom(t), coefficient);
      }
    }
    Affine rest = builder.build();
    return unwrapped ? remainder(rest, divisor) : remainderOfRest(rest, divisor);
  }

  private static Affine remainderOfRest(Affine rest, long divisor) {
    if (rest.isConstant()) {
      return Affine.constant(Math.floorMod(rest.constant(), divisor));
    }
    // (g*high + low) % (g*d)  ->  g * (high % d) + low
    Optional<LowPart> split = LowPart.split(rest, divisor);
    if (split.isPresent()) {
      LowPart part = split.get();
      Affine high = remainder(part.high(), divisor / part.factor());
      return new AffineBuilder().add(high, part.factor()).add(part.low(), 1).build();
    }
    return new AffineBuilder().addAtom(new Atom.Mod(rest, divisor), 1).sum();
  }

  private static boolean divides(long divisor, long coefficient, long modulus) {
    return Math.multiplyHigh(coefficient, modulus) == coefficient * modulus >> 63
        && coefficient * modulus % divisor == 0;
  }
}
