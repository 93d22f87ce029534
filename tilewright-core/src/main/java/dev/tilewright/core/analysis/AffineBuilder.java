package dev.tilewright.core.analysis;

import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.expr.Var;
import java.util.Arrays;

/** Sums up terms, merging those of equal atoms. */
final class AffineBuilder {
  private long constant;
  private int size;
  private Atom[] atoms = new Atom[8];
  private long[] coefficients = new long[8];

  /** Adds {@code scale * index}, simplified. */
  AffineBuilder add(Index index, long scale) {
    if (scale == 0) {
      return this;
    }
    return switch (index) {
      case Index.Const(long value) -> addConstant(Math.multiplyExact(scale, value));
      case Index.Ref(Var var) -> var.extent() <= 1 ? this : addAtom(new Atom.Variable(var), scale);
      case Index.Add(Index left, Index right) -> add(left, scale).add(right, scale);
      case Index.Mul(Index value, long factor) -> add(value, Math.multiplyExact(scale, factor));
      case Index.FloorDiv(Index value, long divisor) ->
          add(DivRules.divide(Affine.of(value), divisor), scale);
      case Index.FloorMod(Index value, long divisor) ->
          add(ModRules.remainder(Affine.of(value), divisor), scale);
      case Index.Min(Index left, Index right) ->
          add(MinMaxRules.min(Affine.of(left), Affine.of(right)), scale);
      case Index.Max(Index left, Index right) ->
          add(MinMaxRules.max(Affine.of(left), Affine.of(right)), scale);
      case Index.FromExpr(Expr value) -> addValue(Simplifier.simplify(value), scale);
    };
  }

  /** Adds {@code scale * sum}. */
  AffineBuilder add(Affine sum, long scale) {
    addConstant(Math.multiplyExact(scale, sum.constant()));
    for (int t = 0; t < sum.size(); t++) {
      addAtom(sum.atom(t), Math.multiplyExact(scale, sum.coefficient(t)));
    }
    return this;
  }

  AffineBuilder addConstant(long value) {
    constant = Math.addExact(constant, value);
    return this;
  }

  /** Adds {@code scale * atom}. */
  AffineBuilder addAtom(Atom atom, long scale) {
    for (int t = 0; t < size; t++) {
      if (atoms[t].equals(atom)) {
        coefficients[t] = Math.addExact(coefficients[t], scale);
        return this;
      }
    }
    if (size == atoms.length) {
      atoms = Arrays.copyOf(atoms, 2 * size);
      coefficients = Arrays.copyOf(coefficients, 2 * size);
    }
    atoms[size] = atom;
    coefficients[size++] = scale;
    return this;
  }

  /** The sum, with quotients and remainders of one value recombined. */
  Affine build() {
    return RecombineRules.recombine(sum());
  }

  /** The sum as it is; terms that cancel are left out. */
  Affine sum() {
    int kept = 0;
    for (int t = 0; t < size; t++) {
      if (coefficients[t] != 0) {
        atoms[kept] = atoms[t];
        coefficients[kept++] = coefficients[t];
      }
    }
    size = kept;
    return new Affine(constant, Arrays.copyOf(atoms, kept), Arrays.copyOf(coefficients, kept));
  }

  /** A gathered index; one that only wraps an index is that index where nothing is cut off. */
  private AffineBuilder addValue(Expr value, long scale) {
    if (value instanceof Expr.IntConst(long v, var dtype)) {
      return addConstant(Math.multiplyExact(scale, v));
    }
    if (value instanceof Expr.FromIndex(Index index, var dtype) && dtype.isInteger()) {
      Affine inner = Affine.of(index);
      Interval type = ValueBounds.ofType(dtype);
      if (type.min() <= inner.bounds().min() && inner.bounds().max() <= type.max()) {
        return add(inner, scale);
      }
    }
    return addAtom(new Atom.Gather(value), scale);
  }
}
