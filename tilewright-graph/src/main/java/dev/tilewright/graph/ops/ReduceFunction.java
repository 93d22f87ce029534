package dev.tilewright.graph.ops;

import dev.tilewright.base.DType;
import dev.tilewright.core.expr.Combiner;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Expr.MathFunction;
import java.util.Locale;

/** Functions that reduce many elements to one: a map, an associative combination, a last step. */
public enum ReduceFunction {
  SUM,
  MEAN,
  MAX,
  MIN,
  PROD,
  /** Sum of the absolute values. */
  L1,
  /** Root of the sum of the squares. */
  L2,
  SUM_SQUARE,
  /** Logarithm of the sum. */
  LOG_SUM,
  /** Logarithm of the sum of the exponentials; not protected from overflow. */
  LOG_SUM_EXP;

  /** The name in operator specifications and stage names, for example {@code sum_square}. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** True if the function is defined on elements of this type. */
  public boolean accepts(DType dtype) {
    return switch (this) {
      case MAX, MIN -> true;
      case SUM, MEAN, PROD, L1, SUM_SQUARE -> !dtype.isBool();
      case L2, LOG_SUM, LOG_SUM_EXP -> dtype.isFloat();
    };
  }

  /** The type in which elements are combined: wider than a narrow float where roundings add up. */
  DType accumulator(DType dtype) {
    return switch (this) {
      case MAX, MIN -> dtype;
      case SUM, MEAN, PROD, L1, L2, SUM_SQUARE, LOG_SUM, LOG_SUM_EXP ->
          dtype.isFloat() ? Accumulation.typeFor(dtype) : dtype;
    };
  }

  Combiner combiner(DType dtype) {
    return switch (this) {
      case MAX -> Combiner.max(dtype);
      case MIN -> Combiner.min(dtype);
      case PROD -> Combiner.prod(dtype);
      case SUM, MEAN, L1, L2, SUM_SQUARE, LOG_SUM, LOG_SUM_EXP -> Combiner.sum(dtype);
    };
  }

  /** What is combined for one element. */
  Expr term(Expr x) {
    return switch (this) {
      case SUM, MEAN, MAX, MIN, PROD, LOG_SUM -> x;
      case L1 -> UnaryFunction.ABS.apply(x);
      case L2, SUM_SQUARE -> Expr.mul(x, x);
      case LOG_SUM_EXP -> Expr.call(MathFunction.EXP, x);
    };
  }

  /** True if {@link #last} changes the combined value. */
  boolean hasLast() {
    return switch (this) {
      case MEAN, L2, LOG_SUM, LOG_SUM_EXP -> true;
      case SUM, MAX, MIN, PROD, L1, SUM_SQUARE -> false;
    };
  }

  /** The result for a combined value of {@code count} terms. */
  Expr last(Expr combined, long count) {
    return switch (this) {
      case MEAN -> Expr.div(combined, Expr.constant(count, combined.dtype()));
      case L2 -> Expr.call(MathFunction.SQRT, combined);
      case LOG_SUM, LOG_SUM_EXP -> Expr.call(MathFunction.LOG, combined);
      case SUM, MAX, MIN, PROD, L1, SUM_SQUARE -> combined;
    };
  }
}
