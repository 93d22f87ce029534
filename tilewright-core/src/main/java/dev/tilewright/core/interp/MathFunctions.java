package dev.tilewright.core.interp;

import dev.tilewright.core.expr.Expr.MathFunction;

/** The mathematical functions in double precision. */
final class MathFunctions {
  private MathFunctions() {}

  static double apply(MathFunction function, double x) {
    return switch (function) {
      case EXP -> Math.exp(x);
      case LOG -> Math.log(x);
      case SQRT -> Math.sqrt(x);
      case RSQRT -> 1 / Math.sqrt(x);
      case SIN -> Math.sin(x);
      case COS -> Math.cos(x);
      case TAN -> Math.tan(x);
      case ASIN -> Math.asin(x);
      case ACOS -> Math.acos(x);
      case ATAN -> Math.atan(x);
      case SINH -> Math.sinh(x);
      case COSH -> Math.cosh(x);
      case TANH -> Math.tanh(x);
      case ASINH -> Math.copySign(asinhOfPositive(Math.abs(x)), x);
      case ACOSH -> x < 1 ? Double.NaN : Math.log1p(x - 1 + Math.sqrt((x - 1) * (x + 1)));
      case ATANH -> 0.5 * (Math.log1p(x) - Math.log1p(-x));
      case ERF -> erf(x);
      case ABS -> Math.abs(x);
      case FLOOR -> Math.floor(x);
      case CEIL -> Math.ceil(x);
      case ROUND -> Math.rint(x);
      case TRUNC -> x < 0 ? Math.ceil(x) : Math.floor(x);
      case SIGMOID -> sigmoid(x);
      case POW -> throw new IllegalArgumentException("POW: got 1 argument; expected 2");
    };
  }

  private static double asinhOfPositive(double x) {
    return Double.isInfinite(x) ? x : Math.log1p(x + x * x / (1 + Math.sqrt(1 + x * x)));
  }

  /** Written such that neither branch overflows. */
  private static double sigmoid(double x) {
    if (x >= 0) {
      return 1 / (1 + Math.exp(-x));
    }
    double e = Math.exp(x);
    return e / (1 + e);
  }

  /**
   * The error function: a series of positive terms near zero, else a continued fraction of the
   * complement (Abramowitz and Stegun, 7.1.6 and 7.1.14, the latter evaluated backwards).
   */
  private static double erf(double x) {
    double a = Math.abs(x);
    if (Double.isNaN(x)) {
      return x;
    }
    if (a < 2.5) {
      double term = x;
      double sum = x;
      for (int n = 1; n < 80; n++) {
        term *= 2 * x * x / (2 * n + 1);
        sum += term;
      }
      return 2 / Math.sqrt(Math.PI) * Math.exp(-x * x) * sum;
    }
    double fraction = a;
    for (int n = 60; n >= 1; n--) {
      fraction = a + n / 2.0 / fraction;
    }
    return Math.copySign(1 - Math.exp(-a * a) / fraction / Math.sqrt(Math.PI), x);
  }
}
