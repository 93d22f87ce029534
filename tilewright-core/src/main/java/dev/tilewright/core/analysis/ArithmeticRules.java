package dev.tilewright.core.analysis;

import dev.tilewright.core.expr.Expr;

/**
 * Simplifies arithmetic on values. A rule on floats must hold for every value, NaN, infinities and
 * both zeros included: {@code x*1}, {@code x/1} and {@code x-0} go, {@code x+0} stays (−0 + 0 is
 * +0), {@code x*0} stays.
 */
final class ArithmeticRules {
  private ArithmeticRules() {}

  /** The operands are simplified already. */
  static Expr binary(Expr.Binary node) {
    return Constants.foldBinary(node.op(), node.left(), node.right())
        .orElseGet(() -> node.dtype().isFloat() ? floats(node) : integers(node));
  }

  private static Expr floats(Expr.Binary node) {
    Expr left = node.left();
    Expr right = node.right();
    return switch (node.op()) {
      case MUL -> Constants.isFloat(right, 1) ? left : Constants.isFloat(left, 1) ? right : node;
      case DIV -> Constants.isFloat(right, 1) ? left : node;
      case SUB -> Constants.isFloat(right, 0.0) ? left : node;
      case ADD ->
          Constants.isFloat(right, -0.0) ? left : Constants.isFloat(left, -0.0) ? right : node;
      case REM, MIN, MAX, AND, OR, XOR, SHL, SHR -> node;
    };
  }

  private static Expr integers(Expr.Binary node) {
    Expr left = node.left();
    Expr right = node.right();
    return switch (node.op()) {
      case ADD, OR, XOR ->
          Constants.isInt(right, 0) ? left : Constants.isInt(left, 0) ? right : node;
      case SUB, SHL, SHR -> Constants.isInt(right, 0) ? left : node;
      case MUL -> multiply(node, left, right);
      case DIV -> Constants.isInt(right, 1) ? left : node;
      case REM, MIN, MAX, AND -> node;
    };
  }

  private static Expr multiply(Expr node, Expr left, Expr right) {
    if (Constants.isInt(right, 1) || Constants.isInt(left, 0)) {
      return left;
    }
    return Constants.isInt(left, 1) || Constants.isInt(right, 0) ? right : node;
  }
}
