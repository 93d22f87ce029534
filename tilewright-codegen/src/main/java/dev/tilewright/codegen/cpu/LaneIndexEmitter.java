package dev.tilewright.codegen.cpu;

import dev.tilewright.core.analysis.Affine;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.expr.Var;

/** Writes indices that are not linear in the lane: every term is computed in every lane. */
final class LaneIndexEmitter {
  private final IrWriter writer;
  private final Scope scope;
  private final Lanes lanes;
  private final IndexMath math;
  private final IndexEmitter scalars;

  LaneIndexEmitter(
      IrWriter writer, Scope scope, Lanes lanes, IndexMath math, IndexEmitter scalars) {
    this.writer = writer;
    this.scope = scope;
    this.lanes = lanes;
    this.math = math;
    this.scalars = scalars;
  }

  /** A vector of i32 if that is known to be wide enough, else of i64. */
  Ir emit(Affine sum) {
    return emit(sum, NarrowIndices.fits(sum) ? "i32" : "i64");
  }

  private Ir emit(Affine sum, String type) {
    Ir total = spread(sum.constant(), type);
    for (Affine.Term term : sum.terms()) {
      Ir product = math.operation("mul", atom(term.atom(), type), spread(term.coefficient(), type));
      total = math.operation("add", total, product);
    }
    return total;
  }

  private Ir emit(Index index, String type) {
    return emit(Affine.of(index), type);
  }

  private Ir atom(Index atom, String type) {
    if (!(atom instanceof Index.Ref) && !lanes.mayDiffer(atom)) {
      return spread(narrowed(scalars.scalar(atom), type));
    }
    return switch (atom) {
      case Index.Ref(Var var) -> variable(var, type);
      case Index.FloorDiv(Index value, long divisor) ->
          math.divide(emit(value, type), divisor, IndexEmitter.isNonNegative(value));
      case Index.FloorMod(Index value, long divisor) ->
          math.remainder(emit(value, type), divisor, IndexEmitter.isNonNegative(value));
      case Index.Min(Index left, Index right) -> extreme("llvm.smin", left, right, type);
      case Index.Max(Index left, Index right) -> extreme("llvm.smax", left, right, type);
      case Index.FromExpr(Expr value) -> scalars.gathered(value, type);
      case Index.Const sum -> emit(sum, type);
      case Index.Add sum -> emit(sum, type);
      case Index.Mul sum -> emit(sum, type);
    };
  }

  private Ir variable(Var var, String type) {
    return switch (scope.variable(var)) {
      case Scope.Binding.Constant(long value) -> spread(value, type);
      case Scope.Binding.Register(Ir value, int depth) -> spread(narrowed(value, type));
      case Scope.Binding.Lane(Ir start, int depth) ->
          math.operation("add", spread(narrowed(start, type)), lanes.multiples(type, 1));
    };
  }

  private Ir extreme(String function, Index left, Index right, String type) {
    Ir first = emit(left, type);
    String name = function + "." + IrTypes.suffix(type, lanes.count());
    return writer.external(first.type(), name, first, emit(right, type));
  }

  private Ir spread(long constant, String type) {
    return spread(new Ir(type, Long.toString(constant)));
  }

  private Ir spread(Ir scalar) {
    return lanes.spread(scalar, lanes.count());
  }

  private Ir narrowed(Ir value, String type) {
    if (type.equals("i64")) {
      return value;
    }
    return IndexMath.isConstant(value)
        ? new Ir(type, value.name())
        : writer.pure(type, "trunc %s to %s".formatted(value, type));
  }
}
