package dev.tilewright.core.analysis;

import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Exprs;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.expr.Var;

/** A term of an affine sum that cannot be broken up further. Equality is structural and shallow. */
sealed interface Atom {
  Interval bounds();

  Index toIndex();

  /** True if the value depends on the variable. */
  boolean uses(Var var);

  /** A variable. */
  record Variable(Var var) implements Atom {
    @Override
    public Interval bounds() {
      return new Interval(0, Math.max(0, var.extent() - 1));
    }

    @Override
    public Index toIndex() {
      return Index.of(var);
    }

    @Override
    public boolean uses(Var other) {
      return var == other;
    }
  }

  /** {@code floor(value / divisor)} that no rule simplifies. */
  record Div(Affine value, long divisor) implements Atom {
    @Override
    public Interval bounds() {
      return value.bounds().floorDiv(divisor);
    }

    @Override
    public Index toIndex() {
      return Index.floorDiv(value.toIndex(), divisor);
    }

    @Override
    public boolean uses(Var var) {
      return !value.isIndependentOf(var);
    }
  }

  /** {@code value mod divisor} that no rule simplifies. */
  record Mod(Affine value, long divisor) implements Atom {
    @Override
    public Interval bounds() {
      return value.bounds().floorMod(divisor);
    }

    @Override
    public Index toIndex() {
      return Index.floorMod(value.toIndex(), divisor);
    }

    @Override
    public boolean uses(Var var) {
      return !value.isIndependentOf(var);
    }
  }

  /** The smaller of two sums that have no term in common. */
  record Min(Affine left, Affine right) implements Atom {
    @Override
    public Interval bounds() {
      return left.bounds().min(right.bounds());
    }

    @Override
    public Index toIndex() {
      return Index.min(left.toIndex(), right.toIndex());
    }

    @Override
    public boolean uses(Var var) {
      return !left.isIndependentOf(var) || !right.isIndependentOf(var);
    }
  }

  /** The larger of two sums that have no term in common. */
  record Max(Affine left, Affine right) implements Atom {
    @Override
    public Interval bounds() {
      return left.bounds().max(right.bounds());
    }

    @Override
    public Index toIndex() {
      return Index.max(left.toIndex(), right.toIndex());
    }

    @Override
    public boolean uses(Var var) {
      return !left.isIndependentOf(var) || !right.isIndependentOf(var);
    }
  }

  /** A value used as an index. */
  record Gather(Expr value) implements Atom {
    @Override
    public Interval bounds() {
      return ValueBounds.of(value);
    }

    @Override
    public Index toIndex() {
      return new Index.FromExpr(value);
    }

    @Override
    public boolean uses(Var var) {
      return Exprs.uses(value, var);
    }

    /** Only the type, since the hash of a deep expression is costly. */
    @Override
    public int hashCode() {
      return value.dtype().hashCode();
    }
  }
}
