package dev.tilewright.graph.ops;

import dev.tilewright.base.DType;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Expr.MathFunction;
import java.util.Locale;

/** Functions of one element that have no attributes. */
public enum UnaryFunction {
  RELU,
  SIGMOID,
  TANH,
  EXP,
  LOG,
  SQRT,
  RECIPROCAL,
  ABS,
  NEG,
  SIGN,
  ERF,
  FLOOR,
  CEIL,
  /** Halves go to the even neighbour. */
  ROUND,
  /** Logical negation of bool. */
  NOT,
  /** All bits of an integer turned over. */
  BITWISE_NOT,
  SIN,
  COS,
  TAN,
  ASIN,
  ACOS,
  ATAN,
  SINH,
  COSH,
  ASINH,
  ACOSH,
  ATANH,
  /** {@code log(1 + exp(x))}. */
  SOFTPLUS,
  /** {@code x / (1 + |x|)}. */
  SOFTSIGN,
  /** {@code x * min(max(x / 6 + 1 / 2, 0), 1)}. */
  HARD_SWISH,
  /** {@code x * sigmoid(x)}. */
  SWISH,
  /** {@code x * (1 + erf(x / sqrt(2))) / 2}. */
  GELU,
  /** {@code x * tanh(softplus(x))}. */
  MISH,
  IS_NAN,
  IS_INF;

  /** The name in operator specifications and stage names, for example {@code hard_swish}. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** True if the function is defined on elements of this type. */
  public boolean accepts(DType dtype) {
    return switch (this) {
      case NOT -> dtype.isBool();
      case BITWISE_NOT -> dtype.isInteger();
      case RELU, ABS, NEG, SIGN -> !dtype.isBool();
      default -> dtype.isFloat();
    };
  }

  /** The function of one element. */
  public Expr apply(Expr x) {
    DType dtype = x.dtype();
    Expr zero = Expr.constant(0L, dtype);
    Expr one = Expr.constant(1L, dtype);
    return switch (this) {
      case RELU -> Expr.max(x, zero);
      case ABS -> dtype.isFloat() ? Expr.call(MathFunction.ABS, x) : Expr.max(x, Expr.sub(zero, x));
      case NEG -> Expr.sub(dtype.isFloat() ? Expr.constant(-0.0, dtype) : zero, x);
      case SIGN -> sign(x, zero, one);
      case NOT -> new Expr.Not(x);
      case BITWISE_NOT -> new Expr.Binary(Expr.BinaryOp.XOR, x, Expr.constant(-1L, dtype));
      case RECIPROCAL -> Expr.div(one, x);
      case SOFTPLUS -> softplus(x, zero, one);
      case SOFTSIGN -> Expr.div(x, Expr.add(one, Expr.call(MathFunction.ABS, x)));
      case HARD_SWISH -> {
        Expr line = Expr.add(Expr.div(x, Expr.constant(6L, dtype)), Expr.constant(0.5, dtype));
        yield Expr.mul(x, Expr.min(Expr.max(line, zero), one));
      }
      case SWISH -> Expr.mul(x, Expr.call(MathFunction.SIGMOID, x));
      case GELU -> {
        Expr erf = Expr.call(MathFunction.ERF, Expr.mul(x, Expr.constant(Math.sqrt(0.5), dtype)));
        yield Expr.mul(Expr.mul(x, Expr.constant(0.5, dtype)), Expr.add(one, erf));
      }
      case MISH -> Expr.mul(x, Expr.call(MathFunction.TANH, softplus(x, zero, one)));
      case IS_NAN -> new Expr.Compare(Expr.CompareOp.NE, x, x);
      case IS_INF ->
          new Expr.Compare(
              Expr.CompareOp.EQ,
              Expr.call(MathFunction.ABS, x),
              Expr.constant(Double.POSITIVE_INFINITY, dtype));
      case SIGMOID -> Expr.call(MathFunction.SIGMOID, x);
      case TANH -> Expr.call(MathFunction.TANH, x);
      case EXP -> Expr.call(MathFunction.EXP, x);
      case LOG -> Expr.call(MathFunction.LOG, x);
      case SQRT -> Expr.call(MathFunction.SQRT, x);
      case ERF -> Expr.call(MathFunction.ERF, x);
      case FLOOR -> Expr.call(MathFunction.FLOOR, x);
      case CEIL -> Expr.call(MathFunction.CEIL, x);
      case ROUND -> Expr.call(MathFunction.ROUND, x);
      case SIN -> Expr.call(MathFunction.SIN, x);
      case COS -> Expr.call(MathFunction.COS, x);
      case TAN -> Expr.call(MathFunction.TAN, x);
      case ASIN -> Expr.call(MathFunction.ASIN, x);
      case ACOS -> Expr.call(MathFunction.ACOS, x);
      case ATAN -> Expr.call(MathFunction.ATAN, x);
      case SINH -> Expr.call(MathFunction.SINH, x);
      case COSH -> Expr.call(MathFunction.COSH, x);
      case ASINH -> Expr.call(MathFunction.ASINH, x);
      case ACOSH -> Expr.call(MathFunction.ACOSH, x);
      case ATANH -> Expr.call(MathFunction.ATANH, x);
    };
  }

  /** {@code x > 0 ? 1 : x < 0 ? -1 : x}, which keeps NaN. */
  private static Expr sign(Expr x, Expr zero, Expr one) {
    return Expr.select(
        new Expr.Compare(Expr.CompareOp.GT, x, zero),
        one,
        Expr.select(
            new Expr.Compare(Expr.CompareOp.LT, x, zero), Expr.constant(-1L, x.dtype()), x));
  }

  /** {@code max(x, 0) + log(1 + exp(-|x|))}: no overflow for large x. */
  private static Expr softplus(Expr x, Expr zero, Expr one) {
    Expr decay = Expr.call(MathFunction.EXP, Expr.sub(zero, Expr.call(MathFunction.ABS, x)));
    return Expr.add(Expr.max(x, zero), Expr.call(MathFunction.LOG, Expr.add(one, decay)));
  }
}
