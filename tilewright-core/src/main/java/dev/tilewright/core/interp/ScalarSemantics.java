package dev.tilewright.core.interp;

import dev.tilewright.base.DType;
import dev.tilewright.core.expr.Expr.BinaryOp;
import dev.tilewright.core.expr.Expr.CompareOp;
import dev.tilewright.core.expr.Expr.MathFunction;

/**
 * The value of every scalar operation in every type, in one place. Floats travel as the {@code
 * double} of equal value, integers and bools as the {@code long} of equal value (unsigned 64-bit
 * ones as the same bits).
 *
 * <p>Float arithmetic is computed in double and rounded once to the type. For float32, float16 and
 * bfloat16 that is the correctly rounded result, since double has more than twice their precision
 * plus two bits (Figueroa, "When is double rounding innocuous?", 1995).
 */
public final class ScalarSemantics {
  private ScalarSemantics() {}

  /** The nearest value of a float type, ties to even; overflow gives infinity. */
  public static double round(DType type, double value) {
    return switch (type.bits()) {
      case 64 -> value;
      case 32 -> (float) value;
      default ->
          type.kind() == DType.Kind.BFLOAT
              ? SmallFloats.roundBfloat16(value)
              : SmallFloats.roundFloat16(value);
    };
  }

  /** The value of an integer or bool type that equals {@code value} modulo two to its width. */
  public static long wrap(DType type, long value) {
    return switch (type.kind()) {
      case BOOL -> value & 1;
      case UINT -> type.bits() == 64 ? value : value & ((1L << type.bits()) - 1);
      case INT, FLOAT, BFLOAT -> value << (64 - type.bits()) >> (64 - type.bits());
    };
  }

  /** A binary operation on floats; the bitwise ones are not defined on them. */
  public static double binary(BinaryOp op, DType type, double left, double right) {
    return switch (op) {
      case ADD -> round(type, left + right);
      case SUB -> round(type, left - right);
      case MUL -> round(type, left * right);
      case DIV -> round(type, left / right);
      case REM -> round(type, left % right);
      case MIN -> Math.min(left, right);
      case MAX -> Math.max(left, right);
      case AND, OR, XOR, SHL, SHR ->
          throw new IllegalArgumentException(op + " of " + type + ": not defined on floats");
    };
  }

  /** A binary operation on integers or bools. */
  public static long binary(BinaryOp op, DType type, long left, long right) {
    boolean unsigned64 = isUnsigned64(type);
    return switch (op) {
      case ADD -> wrap(type, left + right);
      case SUB -> wrap(type, left - right);
      case MUL -> wrap(type, left * right);
      case DIV -> {
        if (right == 0) {
          yield 0;
        }
        yield unsigned64 ? Long.divideUnsigned(left, right) : wrap(type, left / right);
      }
      case REM -> {
        if (right == 0) {
          yield 0;
        }
        yield unsigned64 ? Long.remainderUnsigned(left, right) : left % right;
      }
      case MIN -> compare(CompareOp.LE, type, left, right) ? left : right;
      case MAX -> compare(CompareOp.GE, type, left, right) ? left : right;
      case AND -> left & right;
      case OR -> left | right;
      case XOR -> left ^ right;
      case SHL -> isShiftInRange(type, right) ? wrap(type, left << right) : 0;
      case SHR -> shiftRight(type, left, right);
    };
  }

  /** A comparison of floats; NaN is unequal to everything and ordered before nothing. */
  public static boolean compare(CompareOp op, double left, double right) {
    return switch (op) {
      case EQ -> left == right;
      case NE -> left != right;
      case LT -> left < right;
      case LE -> left <= right;
      case GT -> left > right;
      case GE -> left >= right;
    };
  }

  /** A comparison of integers or bools. */
  public static boolean compare(CompareOp op, DType type, long left, long right) {
    int order = isUnsigned64(type) ? Long.compareUnsigned(left, right) : Long.compare(left, right);
    return holds(op, order);
  }

  /** A comparison of two indices. */
  public static boolean compareIndex(CompareOp op, long left, long right) {
    return holds(op, Long.compare(left, right));
  }

  /**
   * A float as an integer or bool type: truncated, saturated, NaN gives 0; bool is {@code value !=
   * 0}.
   */
  public static long floatToInteger(DType type, double value) {
    return switch (type.kind()) {
      case BOOL -> value != 0 ? 1 : 0;
      case INT -> {
        long highest = -1L >>> (65 - type.bits());
        yield Math.clamp((long) value, -highest - 1, highest);
      }
      case UINT -> {
        if (type.bits() == 64) {
          yield saturateUnsigned64(value);
        }
        yield Math.clamp((long) value, 0, (1L << type.bits()) - 1);
      }
      case FLOAT, BFLOAT -> throw new IllegalArgumentException(type + " is not an integer type");
    };
  }

  /** An integer or bool as a float type, rounded once. */
  public static double integerToFloat(DType from, DType to, long value) {
    if (isUnsigned64(from) && value < 0) {
      return round(to, ((value >>> 1) | (value & 1)) * 2.0);
    }
    // A float takes a long in one rounding; through double it would be rounded twice.
    return to.bits() == 32 ? (float) value : round(to, (double) value);
  }

  /** An integer or bool as another integer type, wrapped; as bool it is {@code value != 0}. */
  public static long integerToInteger(DType to, long value) {
    return to.isBool() ? (value != 0 ? 1 : 0) : wrap(to, value);
  }

  /** A mathematical function in a float type, within an ulp or two. */
  public static double call(MathFunction function, DType type, double x) {
    return round(type, MathFunctions.apply(function, x));
  }

  /** A mathematical function of two arguments. */
  public static double call(MathFunction function, DType type, double x, double y) {
    if (function != MathFunction.POW) {
      throw new IllegalArgumentException(function + ": got 2 arguments; expected 1");
    }
    return round(type, Math.pow(x, y));
  }

  private static boolean holds(CompareOp op, int order) {
    return switch (op) {
      case EQ -> order == 0;
      case NE -> order != 0;
      case LT -> order < 0;
      case LE -> order <= 0;
      case GT -> order > 0;
      case GE -> order >= 0;
    };
  }

  private static long shiftRight(DType type, long value, long distance) {
    if (!isShiftInRange(type, distance)) {
      return type.kind() == DType.Kind.INT && value < 0 ? -1 : 0;
    }
    return isUnsigned64(type) ? value >>> distance : value >> distance;
  }

  private static boolean isShiftInRange(DType type, long distance) {
    return distance >= 0 && distance < (type.isBool() ? 1 : type.bits());
  }

  private static boolean isUnsigned64(DType type) {
    return type.kind() == DType.Kind.UINT && type.bits() == 64;
  }

  private static long saturateUnsigned64(double value) {
    double half = 0x1p63;
    if (!(value >= 0)) {
      return 0;
    }
    if (value < half) {
      return (long) value;
    }
    return value >= 2 * half ? -1L : (long) (value - half) ^ Long.MIN_VALUE;
  }
}
