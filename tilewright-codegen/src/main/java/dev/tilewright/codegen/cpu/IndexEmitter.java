package dev.tilewright.codegen.cpu;

import dev.tilewright.base.DType;
import dev.tilewright.core.analysis.Affine;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.expr.Var;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Writes index arithmetic: the same in all lanes, linear in the lane, or one value a lane. */
final class IndexEmitter {
  private final IrWriter writer;
  private final Scope scope;
  private final Lanes lanes;
  private final IndexMath math;
  private final LaneIndexEmitter perLane;
  private final Function<Expr, Value> values;

  /**
   * @param values writes a value expression, for gathered indices
   */
  IndexEmitter(IrWriter writer, Scope scope, Lanes lanes, Function<Expr, Value> values) {
    this.writer = writer;
    this.scope = scope;
    this.lanes = lanes;
    this.math = new IndexMath(writer);
    this.perLane = new LaneIndexEmitter(writer, scope, lanes, math, this);
    this.values = values;
  }

  /** A summand that is the same in all lanes, and the number of loops that it depends on. */
  private record Summand(Ir value, int depth) {}

  IndexValue emit(Affine sum) {
    long constant = sum.constant();
    long stride = 0;
    List<Summand> summands = new ArrayList<>();
    for (Affine.Term term : sum.terms()) {
      long factor = term.coefficient();
      if (term.atom() instanceof Index.Ref(Var var)) {
        switch (scope.variable(var)) {
          case Scope.Binding.Constant(long value) -> constant += factor * value;
          case Scope.Binding.Register(Ir value, int depth) ->
              summands.add(new Summand(math.times(value, factor), depth));
          case Scope.Binding.Lane(Ir start, int depth) -> {
            stride += factor;
            summands.add(new Summand(math.times(start, factor), depth));
          }
        }
      } else if (lanes.mayDiffer(term.atom())) {
        return new IndexValue.Varying(perLane.emit(sum));
      } else {
        Ir value = math.times(scalar(term.atom()), factor);
        summands.add(new Summand(value, scope.depth() + 1));
      }
    }
    return linear(summands, constant, stride);
  }

  /** The index in each lane, as a vector of i32 or i64. */
  Ir vector(IndexValue value) {
    return switch (value) {
      case IndexValue.Varying(Ir each) -> each;
      case IndexValue.Linear linear -> {
        Ir start = lanes.spread(scalar(linear.first()), lanes.count());
        yield math.operation("add", start, lanes.multiples("i64", linear.stride()));
      }
    };
  }

  /** The value of an index that is the same in all lanes, as an i64. */
  Ir scalar(IndexValue.Linear value) {
    return math.add(value.base().orElse(Ir.i64(0)), Ir.i64(value.constant()));
  }

  /** The value of an index that is the same in all lanes, as an i64. */
  Ir scalar(Index index) {
    return switch (index) {
      case Index.FloorDiv(Index value, long divisor) ->
          math.divide(scalar(value), divisor, isNonNegative(value));
      case Index.FloorMod(Index value, long divisor) ->
          math.remainder(scalar(value), divisor, isNonNegative(value));
      case Index.Min(Index left, Index right) ->
          writer.external("i64", "llvm.smin.i64", scalar(left), scalar(right));
      case Index.Max(Index left, Index right) ->
          writer.external("i64", "llvm.smax.i64", scalar(left), scalar(right));
      case Index.FromExpr(Expr value) -> gathered(value, "i64");
      case Index.Const sum -> scalarSum(sum);
      case Index.Ref sum -> scalarSum(sum);
      case Index.Add sum -> scalarSum(sum);
      case Index.Mul sum -> scalarSum(sum);
    };
  }

  /** An integer value as an index of some width; a vector if it differs between the lanes. */
  Ir gathered(Expr expr, String elementType) {
    Value value = values.apply(expr);
    String type = IrTypes.vector(elementType, value.lanes());
    if (value.type().equals(type)) {
      return value.ir();
    }
    boolean narrows = elementType.equals("i32") && value.dtype().bits() > 32;
    String extension = value.dtype().kind() == DType.Kind.INT ? "sext" : "zext";
    String conversion = narrows ? "trunc" : extension;
    return writer.pure(type, "%s %s to %s".formatted(conversion, value.ir(), type));
  }

  static boolean isNonNegative(Index index) {
    return Affine.of(index).bounds().min() >= 0;
  }

  private Ir scalarSum(Index sum) {
    return switch (emit(Affine.of(sum))) {
      case IndexValue.Linear linear when linear.isUniform() -> scalar(linear);
      case IndexValue other ->
          throw new IllegalArgumentException("an index that is expected to be uniform is not");
    };
  }

  private IndexValue.Linear linear(List<Summand> summands, long constant, long stride) {
    // Outer loops first, so that partial sums are invariant in the inner loops.
    summands.sort(Comparator.comparingInt(Summand::depth));
    long constants = constant;
    Ir base = Ir.i64(0);
    for (Summand summand : summands) {
      if (IndexMath.isConstant(summand.value())) {
        constants += IndexMath.constant(summand.value());
      } else {
        base = math.add(base, summand.value());
      }
    }
    Optional<Ir> register = IndexMath.isConstant(base) ? Optional.empty() : Optional.of(base);
    return new IndexValue.Linear(register, constants, stride);
  }
}
