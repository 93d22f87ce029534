package dev.tilewright.core.analysis;

import dev.tilewright.core.expr.Index;
import dev.tilewright.core.expr.Var;
import java.util.ArrayList;
import java.util.List;

/**
 * An index as a sum: a constant plus coefficients times atoms, where an atom is a variable, a
 * division, a remainder, a minimum, a maximum or a gathered value. Like terms are merged and
 * simplification rules have been applied, so that equal sums are mostly equal objects in the sense
 * of {@link #equals}; the order of the terms does not matter.
 */
public final class Affine {
  /** One summand: {@code coefficient * atom}, the coefficient not 0. */
  public record Term(long coefficient, Index atom) {}

  private static final Affine ZERO = constant(0);

  private final long constant;
  private final Atom[] atoms;
  private final long[] coefficients;
  private final Interval bounds;
  private final int hash;

  /** Takes the arrays over; the atoms are distinct, the coefficients not 0. */
  Affine(long constant, Atom[] atoms, long[] coefficients) {
    this.constant = constant;
    this.atoms = atoms;
    this.coefficients = coefficients;
    Interval sum = Interval.point(constant);
    int code = Long.hashCode(constant);
    for (int t = 0; t < atoms.length; t++) {
      sum = sum.plus(atoms[t].bounds().times(coefficients[t]));
      code += atoms[t].hashCode() * Long.hashCode(coefficients[t] * 31);
    }
    this.bounds = sum;
    this.hash = code;
  }

  /** The canonical sum of an index. */
  public static Affine of(Index index) {
    return new AffineBuilder().add(index, 1).build();
  }

  public static Affine constant(long value) {
    return new Affine(value, new Atom[0], new long[0]);
  }

  static Affine zero() {
    return ZERO;
  }

  /** The summand without an atom. */
  public long constant() {
    return constant;
  }

  public boolean isConstant() {
    return atoms.length == 0;
  }

  /** The summands with atoms, in order of first appearance. */
  public List<Term> terms() {
    List<Term> terms = new ArrayList<>(atoms.length);
    for (int t = 0; t < atoms.length; t++) {
      terms.add(new Term(coefficients[t], atoms[t].toIndex()));
    }
    return terms;
  }

  /**
   * The factor of a variable as a summand of its own; 0 if there is none. The variable may also
   * stand inside other atoms, see {@link #isLinearIn}.
   */
  public long coefficient(Var var) {
    for (int t = 0; t < atoms.length; t++) {
      if (atoms[t] instanceof Atom.Variable(Var own) && own == var) {
        return coefficients[t];
      }
    }
    return 0;
  }

  /** True if the value does not depend on the variable. */
  public boolean isIndependentOf(Var var) {
    for (Atom atom : atoms) {
      if (atom.uses(var)) {
        return false;
      }
    }
    return true;
  }

  /** True if the value depends on the variable at most through {@link #coefficient}. */
  public boolean isLinearIn(Var var) {
    for (Atom atom : atoms) {
      if (!(atom instanceof Atom.Variable) && atom.uses(var)) {
        return false;
      }
    }
    return true;
  }

  /** True if every atom is a variable. */
  public boolean isLinear() {
    for (Atom atom : atoms) {
      if (!(atom instanceof Atom.Variable)) {
        return false;
      }
    }
    return true;
  }

  /** The values that the sum can take over all values of its variables. */
  public Interval bounds() {
    return bounds;
  }

  public Affine plus(Affine other) {
    return new AffineBuilder().add(this, 1).add(other, 1).build();
  }

  public Affine plus(long value) {
    return value == 0 ? this : new Affine(Math.addExact(constant, value), atoms, coefficients);
  }

  public Affine minus(Affine other) {
    return new AffineBuilder().add(this, 1).add(other, -1).build();
  }

  public Affine times(long factor) {
    return new AffineBuilder().add(this, factor).build();
  }

  /** The sum without the summand of the variable itself. */
  public Affine without(Var var) {
    return new AffineBuilder().add(this, 1).add(Index.of(var), -coefficient(var)).build();
  }

  int size() {
    return atoms.length;
  }

  Atom atom(int term) {
    return atoms[term];
  }

  long coefficient(int term) {
    return coefficients[term];
  }

  /** The factor of an equal atom; 0 if there is none. */
  long coefficientOf(Atom atom) {
    for (int t = 0; t < atoms.length; t++) {
      if (atoms[t].equals(atom)) {
        return coefficients[t];
      }
    }
    return 0;
  }

  /** As an index: terms of large coefficients first, the constant last. */
  public Index toIndex() {
    Index sum = Index.ZERO;
    for (int t : termsBySize()) {
      sum = Index.add(sum, Index.mul(atoms[t].toIndex(), coefficients[t]));
    }
    return Index.add(sum, Index.of(constant));
  }

  /** Positions of the terms, those of large absolute coefficients first, else as they appeared. */
  int[] termsBySize() {
    int[] order = new int[atoms.length];
    for (int t = 0; t < order.length; t++) {
      int at = t;
      while (at > 0 && Math.abs(coefficients[order[at - 1]]) < Math.abs(coefficients[t])) {
        order[at] = order[at - 1];
        at--;
      }
      order[at] = t;
    }
    return order;
  }

  @Override
  public boolean equals(Object other) {
    if (this == other) {
      return true;
    }
    if (!(other instanceof Affine affine)
        || hash != affine.hash
        || constant != affine.constant
        || atoms.length != affine.atoms.length) {
      return false;
    }
    for (int t = 0; t < atoms.length; t++) {
      if (affine.coefficientOf(atoms[t]) != coefficients[t]) {
        return false;
      }
    }
    return true;
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public String toString() {
    return toIndex().toString();
  }
}
