package dev.tilewright.core.analysis;

import dev.tilewright.base.DType;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.te.Compute;
import dev.tilewright.core.te.ComputeDag;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts operations as Ansor does (Zheng et al., "Ansor: Generating High-Performance Tensor
 * Programs for Deep Learning", OSDI 2020, and its published program): for each element of each
 * stage, an operation counts 1 unless both operands have another class of type (integer, unsigned
 * or bool, float) than the stage's first output; a select is its condition and its larger branch;
 * index arithmetic, function calls, casts and loads count 0; a reduction multiplies by its domain.
 *
 * @see TemplateFlops
 */
public final class ConservativeFlops {
  private final DType stageType;
  private final Map<Expr, Double> counted = new IdentityHashMap<>();

  private ConservativeFlops(DType stageType) {
    this.stageType = stageType;
  }

  /** Operations of one execution of the DAG. */
  public static double of(ComputeDag dag) {
    return dag.computes().stream().mapToDouble(ConservativeFlops::of).sum();
  }

  /** Operations of one computation. */
  public static double of(Compute compute) {
    ConservativeFlops counter = new ConservativeFlops(compute.outputs().getFirst().dtype());
    return switch (compute.body()) {
      case Compute.Pointwise(List<Expr> values) ->
          Extents.product(compute.axes()) * counter.countAll(values);
      case Compute.Reduction(var combiner, var axes, List<Expr> values) ->
          Extents.product(compute.axes())
              * Extents.product(axes)
              * (counter.countAll(combiner.results()) + counter.countAll(values));
    };
  }

  private double countAll(List<Expr> exprs) {
    return exprs.stream().mapToDouble(this::count).sum();
  }

  private double count(Expr expr) {
    Double known = counted.get(expr);
    if (known != null) {
      return known;
    }
    double count = countNode(expr);
    counted.put(expr, count);
    return count;
  }

  private double countNode(Expr expr) {
    return switch (expr) {
      case Expr.Binary(var op, Expr left, Expr right) -> own(left) + count(left) + count(right);
      case Expr.Compare(var op, Expr left, Expr right) -> own(left) + count(left) + count(right);
      case Expr.Not(Expr value) -> own(value) + count(value);
      case Expr.Select(Expr condition, Expr thenValue, Expr elseValue) ->
          count(condition) + Math.max(count(thenValue), count(elseValue));
      case Expr.Cast(Expr value, var dtype) -> count(value);
      case Expr.Call(var function, List<Expr> arguments) -> countAll(arguments);
      case Expr.CompareIndex(var op, Index left, Index right) -> 0;
      case Expr.FromIndex ignored -> 0;
      case Expr.Load ignored -> 0;
      case Expr.FloatConst ignored -> 0;
      case Expr.IntConst ignored -> 0;
      case Expr.Param ignored -> 0;
    };
  }

  /** 1 if the operand has the stage's class of type; both operands of a node have one type. */
  private double own(Expr operand) {
    return typeClass(operand.dtype()) == typeClass(stageType) ? 1 : 0;
  }

  private static DType.Kind typeClass(DType dtype) {
    return dtype.isBool() ? DType.Kind.UINT : dtype.kind();
  }
}
