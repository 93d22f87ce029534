package dev.tilewright.codegen.cpu;

import dev.tilewright.base.DType;
import dev.tilewright.core.analysis.Affine;
import dev.tilewright.core.expr.Expr.CompareOp;
import dev.tilewright.core.expr.Index;

/** Writes comparisons of indices: guards and padding conditions. */
final class IndexComparison {
  private final IrWriter writer;
  private final Lanes lanes;
  private final IndexEmitter indices;

  IndexComparison(IrWriter writer, Lanes lanes, IndexEmitter indices) {
    this.writer = writer;
    this.lanes = lanes;
    this.indices = indices;
  }

  Value emit(CompareOp op, Index left, Index right) {
    return switch (indices.emit(Affine.of(left).minus(Affine.of(right)))) {
      case IndexValue.Linear difference when difference.isUniform() -> uniform(op, difference);
      case IndexValue.Linear difference when difference.stride() == 1 && isOrder(op) ->
          laneBelow(op, difference);
      case IndexValue varying -> vector(op, indices.vector(varying));
    };
  }

  private Value uniform(CompareOp op, IndexValue.Linear difference) {
    if (difference.isConstant()) {
      return new Value(Ir.bool(holds(op, difference.constant())), DType.BOOL, 1);
    }
    Ir base = difference.base().orElseThrow();
    return new Value(
        writer.pure(
            "i1",
            "icmp %s %s, %d"
                .formatted(
                    ArithmeticEmitter.integerPredicate(op, true), base, -difference.constant())),
        DType.BOOL,
        1);
  }

  /**
   * {@code start + lane < 0} as {@code lane < limit} with a limit cut to the number of lanes, so
   * that a comparison of narrow lanes suffices.
   */
  private Value laneBelow(CompareOp op, IndexValue.Linear difference) {
    Ir start = indices.scalar(difference);
    Ir negated =
        IndexMath.isConstant(start)
            ? Ir.i64(-IndexMath.constant(start))
            : writer.pure("i64", "sub nsw i64 0, %s".formatted(start.name()));
    Ir atMost = writer.external("i64", "llvm.smin.i64", negated, Ir.i64(lanes.count()));
    Ir cut = writer.external("i64", "llvm.smax.i64", atMost, Ir.i64(-1));
    Ir limit = writer.pure("i32", "trunc %s to i32".formatted(cut));
    return compare(op, lanes.multiples("i32", 1), lanes.spread(limit, lanes.count()));
  }

  private Value vector(CompareOp op, Ir difference) {
    return compare(
        op, difference, Ir.splatConstant(difference.elementType(), "0", difference.lanes()));
  }

  private Value compare(CompareOp op, Ir left, Ir right) {
    Ir bits =
        writer.pure(
            IrTypes.vector("i1", left.lanes()),
            "icmp %s %s, %s"
                .formatted(ArithmeticEmitter.integerPredicate(op, true), left, right.name()));
    return new Value(bits, DType.BOOL, left.lanes());
  }

  private static boolean isOrder(CompareOp op) {
    return switch (op) {
      case LT, LE, GT, GE -> true;
      case EQ, NE -> false;
    };
  }

  private static boolean holds(CompareOp op, long difference) {
    return switch (op) {
      case EQ -> difference == 0;
      case NE -> difference != 0;
      case LT -> difference < 0;
      case LE -> difference <= 0;
      case GT -> difference > 0;
      case GE -> difference >= 0;
    };
  }
}
