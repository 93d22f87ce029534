package dev.tilewright.core.analysis;

/** Simplifies minima and maxima: decides them by bounds, else pulls out what both sides share. */
final class MinMaxRules {
  private MinMaxRules() {}

  static Affine min(Affine left, Affine right) {
    Interval difference = left.minus(right).bounds();
    if (difference.max() <= 0) {
      return left;
    }
    if (difference.min() >= 0) {
      return right;
    }
    Affine shared = shared(left, right);
    Atom atom = new Atom.Min(left.minus(shared), right.minus(shared));
    return new AffineBuilder().add(shared, 1).addAtom(atom, 1).build();
  }

  static Affine max(Affine left, Affine right) {
    Interval difference = left.minus(right).bounds();
    if (difference.min() >= 0) {
      return left;
    }
    if (difference.max() <= 0) {
      return right;
    }
    Affine shared = shared(left, right);
    Atom atom = new Atom.Max(left.minus(shared), right.minus(shared));
    return new AffineBuilder().add(shared, 1).addAtom(atom, 1).build();
  }

  /** The terms that stand in both sums with one coefficient, without the constants. */
  private static Affine shared(Affine left, Affine right) {
    AffineBuilder shared = new AffineBuilder();
    for (int t = 0; t < left.size(); t++) {
      if (right.coefficientOf(left.atom(t)) == left.coefficient(t)) {
        shared.addAtom(left.atom(t), left.coefficient(t));
      }
    }
    return shared.sum();
  }
}
