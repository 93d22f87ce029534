package dev.tilewright.core.analysis;

/** Puts quotient and remainder of one value together again in a sum. */
final class RecombineRules {
  private RecombineRules() {}

  /** Applies the rules until none applies; each makes the sum shorter. */
  static Affine recombine(Affine sum) {
    for (int t = 0; t < sum.size() && sum.size() > 1; t++) {
      if (sum.atom(t) instanceof Atom.Mod(Affine value, long divisor)) {
        Affine combined = combine(sum, value, divisor, sum.coefficient(t));
        if (combined != sum) {
          return recombine(combined);
        }
      }
    }
    return sum;
  }

  /** Combines the term {@code k * (x % d)} with a term of {@code x / d}; else returns the sum. */
  private static Affine combine(Affine sum, Affine value, long divisor, long k) {
    Affine quotient = DivRules.divide(value, divisor);
    if (quotient.size() != 1) {
      return sum;
    }
    Atom remainder = new Atom.Mod(value, divisor);
    Atom partner = quotient.atom(0);
    long scale = Math.multiplyExact(k, divisor);
    // (x / d) * d + x % d  ->  x
    if (sum.coefficientOf(partner) == Math.multiplyExact(scale, quotient.coefficient(0))) {
      return new AffineBuilder()
          .add(sum, 1)
          .addAtom(remainder, -k)
          .add(quotient, -scale)
          .add(value, k)
          .sum();
    }
    // (x / d % m) * d + x % d  ->  x % (d*m)
    for (int t = 0; t < sum.size(); t++) {
      if (sum.coefficient(t) == scale
          && sum.atom(t) instanceof Atom.Mod(Affine high, long modulus)
          && high.equals(quotient)) {
        return new AffineBuilder()
            .add(sum, 1)
            .addAtom(remainder, -k)
            .addAtom(sum.atom(t), -scale)
            .add(ModRules.remainder(value, Math.multiplyExact(divisor, modulus)), k)
            .sum();
      }
    }
    return sum;
  }
}
