package dev.tilewright.core.analysis;

import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Exprs;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.te.Compute;
import dev.tilewright.core.te.ComputeDag;
import dev.tilewright.core.te.Operation;
import dev.tilewright.core.te.Placeholder;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts operations as the template tuner AutoTVM does (Chen et al., "Learning to Optimize Tensor
 * Programs", NeurIPS 2018, and its published program): every arithmetic, comparison and logical
 * operation counts 1, of whatever type, index arithmetic in conditions included and that in loads
 * excluded; a select is its condition and its larger branch; calls, casts and loads count 0; a
 * reduction multiplies by its domain. The DAG is traversed from its outputs, so that a computation
 * with two readers counts twice.
 *
 * @see ConservativeFlops
 */
public final class TemplateFlops {
  private final Map<Expr, Double> counted = new IdentityHashMap<>();

  private TemplateFlops() {}

  /** Operations of one execution of the DAG. */
  public static double of(ComputeDag dag) {
    Map<Operation, Double> uses = new IdentityHashMap<>();
    dag.outputs().stream()
        .map(output -> dag.producer(output).orElseThrow())
        .distinct()
        .forEach(operation -> uses.put(operation, 1.0));
    double total = 0;
    for (Operation operation : dag.operations().reversed()) {
      double times = uses.getOrDefault(operation, 0.0);
      total += times * of(operation);
      producers(dag, operation).forEach(producer -> uses.merge(producer, times, Double::sum));
    }
    return total;
  }

  /** Operations of one computation; 0 for an input. */
  public static double of(Operation operation) {
    return switch (operation) {
      case Placeholder ignored -> 0;
      case Compute compute -> ofCompute(compute);
    };
  }

  private static double ofCompute(Compute compute) {
    TemplateFlops counter = new TemplateFlops();
    return switch (compute.body()) {
      case Compute.Pointwise(List<Expr> values) ->
          Extents.product(compute.axes()) * counter.countAll(values);
      case Compute.Reduction(var combiner, var axes, List<Expr> values) ->
          Extents.product(compute.axes())
              * Extents.product(axes)
              * (counter.countAll(combiner.results()) + counter.countAll(values));
    };
  }

  private static List<Operation> producers(ComputeDag dag, Operation operation) {
    return ComputeDag.inputsOf(operation).stream()
        .map(input -> dag.producer(input).orElseThrow())
        .toList();
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
      case Expr.Binary(var op, Expr left, Expr right) -> 1 + count(left) + count(right);
      case Expr.Compare(var op, Expr left, Expr right) -> 1 + count(left) + count(right);
      case Expr.CompareIndex(var op, Index left, Index right) -> 1 + count(left) + count(right);
      case Expr.Not(Expr value) -> 1 + count(value);
      case Expr.Select(Expr condition, Expr thenValue, Expr elseValue) ->
          count(condition) + Math.max(count(thenValue), count(elseValue));
      case Expr.FromIndex(Index index, var dtype) -> count(index);
      case Expr.Cast(Expr value, var dtype) -> count(value);
      case Expr.Call(var function, List<Expr> arguments) -> countAll(arguments);
      case Expr.Load ignored -> 0;
      case Expr.FloatConst ignored -> 0;
      case Expr.IntConst ignored -> 0;
      case Expr.Param ignored -> 0;
    };
  }

  private double count(Index index) {
    double[] total = {isOperation(index) ? 1 : 0};
    Exprs.mapChildren(
        index,
        expr -> {
          total[0] += count(expr);
          return expr;
        },
        child -> {
          total[0] += count(child);
          return child;
        });
    return total[0];
  }

  private static boolean isOperation(Index index) {
    return switch (index) {
      case Index.Const ignored -> false;
      case Index.Ref ignored -> false;
      case Index.FromExpr ignored -> false;
      case Index.Add ignored -> true;
      case Index.Mul ignored -> true;
      case Index.FloorDiv ignored -> true;
      case Index.FloorMod ignored -> true;
      case Index.Min ignored -> true;
      case Index.Max ignored -> true;
    };
  }
}
