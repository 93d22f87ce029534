package dev.tilewright.graph.ops;

import dev.tilewright.base.DType;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.te.DagBuilder;

/** The types in which sums of many terms are kept: wider than narrow inputs. */
final class Accumulation {
  private Accumulation() {}

  /** The accumulator for terms of a type: float32 for 16-bit floats, int32 for narrow integers. */
  static DType typeFor(DType input) {
    return switch (input.kind()) {
      case FLOAT, BFLOAT -> input.bits() < 32 ? DType.FLOAT32 : input;
      case INT, UINT -> input.bits() < 32 ? DType.INT32 : input;
      case BOOL -> DType.INT32;
    };
  }

  /**
   * The type of the result of a sum of products: floats come back to the inputs' type unless the
   * operator is wide, integers stay as wide as they were summed.
   */
  static DType resultOf(DType input, boolean wide) {
    return wide || !input.isFloat() ? typeFor(input) : input;
  }

  /** Converts a finished sum, in a stage {@code T_cast}, if it has another type. */
  static Buffer convert(DagBuilder te, Buffer sum, DType dtype) {
    return sum.dtype().equals(dtype)
        ? sum
        : te.compute("T_cast", sum.shape(), i -> Expr.cast(sum.at(i), dtype));
  }
}
