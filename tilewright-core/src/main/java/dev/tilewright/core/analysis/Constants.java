package dev.tilewright.core.analysis;

import dev.tilewright.base.DType;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Expr.BinaryOp;
import dev.tilewright.core.expr.Expr.CompareOp;
import dev.tilewright.core.expr.Index;
import java.util.Optional;

/**
 * Folds operations on constants exactly as they would be executed. Types whose arithmetic Java does
 * not have (float16, bfloat16) are left alone.
 */
final class Constants {
  private static final Expr TRUE = new Expr.IntConst(1, DType.BOOL);
  private static final Expr FALSE = new Expr.IntConst(0, DType.BOOL);

  private Constants() {}

  static Expr bool(boolean value) {
    return value ? TRUE : FALSE;
  }

  static boolean isTrue(Expr expr) {
    return expr instanceof Expr.IntConst(long value, var dtype) && dtype.isBool() && value != 0;
  }

  static boolean isFalse(Expr expr) {
    return expr instanceof Expr.IntConst(long value, var dtype) && dtype.isBool() && value == 0;
  }

  static boolean isInt(Expr expr, long value) {
    return expr instanceof Expr.IntConst(long v, var dtype) && v == value;
  }

  /** True for exactly that floating-point value; 0.0 and -0.0 differ. */
  static boolean isFloat(Expr expr, double value) {
    return expr instanceof Expr.FloatConst(double v, var dtype)
        && Double.doubleToRawLongBits(v) == Double.doubleToRawLongBits(value);
  }

  static Optional<Expr> foldBinary(BinaryOp op, Expr left, Expr right) {
    if (left instanceof Expr.IntConst(long a, DType dtype)
        && right instanceof Expr.IntConst(long b, var ignored)) {
      return Optional.of(new Expr.IntConst(wrap(evaluate(op, a, b, dtype), dtype), dtype));
    }
    if (left instanceof Expr.FloatConst(double a, DType dtype)
        && right instanceof Expr.FloatConst(double b, var ignored)
        && isNative(dtype)
        && op != BinaryOp.REM) {
      double value = dtype.bits() == 32 ? evaluate(op, (float) a, (float) b) : evaluate(op, a, b);
      return Optional.of(new Expr.FloatConst(value, dtype));
    }
    return Optional.empty();
  }

  static Expr foldCompare(Expr.Compare node) {
    if (node.left() instanceof Expr.IntConst(long a, var type)
        && node.right() instanceof Expr.IntConst(long b, var ignored)) {
      return bool(test(node.op(), Long.compare(a, b)));
    }
    if (node.left() instanceof Expr.FloatConst(double a, var type)
        && node.right() instanceof Expr.FloatConst(double b, var ignored)) {
      return bool(test(node.op(), a, b));
    }
    return node;
  }

  static Expr foldFromIndex(Expr.FromIndex node) {
    if (!(node.index() instanceof Index.Const(long value))) {
      return node;
    }
    DType dtype = node.dtype();
    if (!dtype.isFloat()) {
      return new Expr.IntConst(wrap(value, dtype), dtype);
    }
    return isNative(dtype) ? new Expr.FloatConst(rounded(value, dtype), dtype) : node;
  }

  static Expr foldCast(Expr.Cast node) {
    DType to = node.dtype();
    return switch (node.value()) {
      case Expr.IntConst(long value, var from) when !to.isFloat() ->
          new Expr.IntConst(wrap(value, to), to);
      case Expr.IntConst(long value, var from) when isNative(to) ->
          new Expr.FloatConst(rounded(value, to), to);
      case Expr.FloatConst(double value, var from) when isNative(to) && isNative(from) ->
          new Expr.FloatConst(to.bits() == 32 ? (float) value : value, to);
      case Expr value when value.dtype().equals(to) -> value;
      case Expr value -> node;
    };
  }

  private static double rounded(long value, DType dtype) {
    return dtype.bits() == 32 ? (float) value : (double) value;
  }

  private static boolean isNative(DType dtype) {
    return dtype.kind() == DType.Kind.FLOAT && dtype.bits() >= 32;
  }

  /** The value that a register of the type holds. */
  static long wrap(long value, DType dtype) {
    int unused = 64 - dtype.bits();
    return switch (dtype.kind()) {
      case BOOL -> value != 0 ? 1 : 0;
      case UINT -> value << unused >>> unused;
      case INT -> value << unused >> unused;
      case FLOAT, BFLOAT -> value;
    };
  }

  private static long evaluate(BinaryOp op, long a, long b, DType dtype) {
    return switch (op) {
      case ADD -> a + b;
      case SUB -> a - b;
      case MUL -> a * b;
      case DIV -> b == 0 ? 0 : a / b;
      case REM -> b == 0 ? 0 : a % b;
      case MIN -> Math.min(a, b);
      case MAX -> Math.max(a, b);
      case AND -> a & b;
      case OR -> a | b;
      case XOR -> a ^ b;
      case SHL -> b < 0 || b >= dtype.bits() ? 0 : a << b;
      case SHR -> b < 0 || b >= dtype.bits() ? (a < 0 ? -1 : 0) : a >> b;
    };
  }

  private static double evaluate(BinaryOp op, float a, float b) {
    return switch (op) {
      case ADD -> a + b;
      case SUB -> a - b;
      case MUL -> a * b;
      case DIV -> a / b;
      case MIN -> Math.min(a, b);
      case MAX -> Math.max(a, b);
      case REM, AND, OR, XOR, SHL, SHR -> throw notFloat(op);
    };
  }

  private static double evaluate(BinaryOp op, double a, double b) {
    return switch (op) {
      case ADD -> a + b;
      case SUB -> a - b;
      case MUL -> a * b;
      case DIV -> a / b;
      case MIN -> Math.min(a, b);
      case MAX -> Math.max(a, b);
      case REM, AND, OR, XOR, SHL, SHR -> throw notFloat(op);
    };
  }

  private static IllegalArgumentException notFloat(BinaryOp op) {
    return new IllegalArgumentException(
        "operation %s: got floating-point operands; expected integers".formatted(op));
  }

  private static boolean test(CompareOp op, int sign) {
    return switch (op) {
      case EQ -> sign == 0;
      case NE -> sign != 0;
      case LT -> sign < 0;
      case LE -> sign <= 0;
      case GT -> sign > 0;
      case GE -> sign >= 0;
    };
  }

  private static boolean test(CompareOp op, double a, double b) {
    return switch (op) {
      case EQ -> a == b;
      case NE -> a != b;
      case LT -> a < b;
      case LE -> a <= b;
      case GT -> a > b;
      case GE -> a >= b;
    };
  }
}
