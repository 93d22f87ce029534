package dev.tilewright.core.analysis;

import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Expr.CompareOp;
import dev.tilewright.core.expr.Index;
import java.util.Optional;

/**
 * Decides comparisons of indices by the bounds of the difference; what stays undecided is brought
 * into one form: {@code <}, {@code >=}, {@code ==} or {@code !=}, terms of positive coefficient on
 * the left and the constant on the right.
 */
final class CompareRules {
  private CompareRules() {}

  /** The comparison {@code left op right}; the given node itself if it has that form already. */
  static Expr compare(Expr node, CompareOp op, Index left, Index right) {
    Affine difference = new AffineBuilder().add(left, 1).add(right, -1).build();
    Expr simple =
        switch (op) {
          case LT -> negative(difference);
          case LE -> negative(difference.plus(-1));
          case GT -> notNegative(difference.plus(-1));
          case GE -> notNegative(difference);
          case EQ -> zero(difference, CompareOp.EQ);
          case NE -> zero(difference, CompareOp.NE);
        };
    return simple.equals(node) ? node : simple;
  }

  /** {@code sum < 0}. */
  private static Expr negative(Affine sum) {
    if (sum.bounds().max() < 0) {
      return Constants.bool(true);
    }
    if (sum.bounds().min() >= 0) {
      return Constants.bool(false);
    }
    Affine reduced = withoutLowPart(sum);
    return reduced == sum ? ordered(CompareOp.LT, sum) : negative(reduced);
  }

  /** {@code sum >= 0}. */
  private static Expr notNegative(Affine sum) {
    if (sum.bounds().min() >= 0) {
      return Constants.bool(true);
    }
    if (sum.bounds().max() < 0) {
      return Constants.bool(false);
    }
    Affine reduced = withoutLowPart(sum);
    return reduced == sum ? ordered(CompareOp.GE, sum) : notNegative(reduced);
  }

  /** The sign of {@code g*high + low} with {@code 0 <= low < g} is that of {@code high}. */
  private static Affine withoutLowPart(Affine sum) {
    for (int t : sum.termsBySize()) {
      long factor = Math.abs(sum.coefficient(t));
      if (factor > 1) {
        Optional<LowPart> split = LowPart.splitBy(sum, factor);
        if (split.isPresent()) {
          return split.get().high();
        }
      }
    }
    long common = commonFactor(sum);
    return common > 1 ? LowPart.splitBy(sum, common).map(LowPart::high).orElse(sum) : sum;
  }

  private static Expr zero(Affine sum, CompareOp op) {
    if (sum.isConstant() || !sum.bounds().contains(0)) {
      boolean isZero = sum.isConstant() && sum.constant() == 0;
      return Constants.bool(isZero == (op == CompareOp.EQ));
    }
    long common = commonFactor(sum);
    if (sum.constant() % common != 0) {
      return Constants.bool(op == CompareOp.NE);
    }
    Affine reduced = common == 1 ? sum : DivRules.divide(sum, common);
    boolean flip = reduced.coefficient(reduced.termsBySize()[0]) < 0;
    return sides(op, flip ? reduced.times(-1) : reduced);
  }

  private static Expr ordered(CompareOp op, Affine sum) {
    if (sum.coefficient(sum.termsBySize()[0]) > 0) {
      return sides(op, sum);
    }
    // sum < 0  is  -sum - 1 >= 0;  sum >= 0  is  -sum - 1 < 0
    CompareOp turned = op == CompareOp.LT ? CompareOp.GE : CompareOp.LT;
    return sides(turned, sum.times(-1).plus(-1));
  }

  /** Positive terms left, negative ones and the constant right. */
  private static Expr sides(CompareOp op, Affine sum) {
    AffineBuilder left = new AffineBuilder();
    AffineBuilder right = new AffineBuilder().addConstant(-sum.constant());
    for (int t = 0; t < sum.size(); t++) {
      if (sum.coefficient(t) > 0) {
        left.addAtom(sum.atom(t), sum.coefficient(t));
      } else {
        right.addAtom(sum.atom(t), -sum.coefficient(t));
      }
    }
    return new Expr.CompareIndex(op, left.sum().toIndex(), right.sum().toIndex());
  }

  private static long commonFactor(Affine sum) {
    long common = 0;
    for (int t = 0; t < sum.size(); t++) {
      common = LowPart.gcd(Math.abs(sum.coefficient(t)), common);
    }
    return Math.max(1, common);
  }
}
