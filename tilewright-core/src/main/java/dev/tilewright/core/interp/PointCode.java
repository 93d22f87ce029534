package dev.tilewright.core.interp;

import dev.tilewright.core.expr.Combiner;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Exprs;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.te.Compute;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Code that computes and stores one point of an operation.
 *
 * @param scope has a slot for each axis of the operation, which the caller sets
 */
record PointCode(Scope scope, StmtCode code) {
  /**
   * @param memories of the buffers that the operation reads and writes, at least
   */
  static PointCode of(Compute op, Collection<? extends Memory> memories) {
    Scope scope = new Scope("compute " + op.name());
    memories.forEach(scope::declare);
    op.axes().forEach(scope::enter);
    ExprCompiler compiler = new ExprCompiler(scope);
    StmtCode code =
        switch (op.body()) {
          case Compute.Pointwise(List<Expr> values) -> writes(op, values, scope, compiler);
          case Compute.Reduction reduction -> reduce(op, reduction, scope, compiler);
        };
    return new PointCode(scope, code);
  }

  /** Accumulates in parameters of its own: {@code left} holds the running tuple. */
  private static StmtCode reduce(
      Compute op, Compute.Reduction reduction, Scope scope, ExprCompiler compiler) {
    Combiner combiner = reduction.combiner();
    Map<Expr.Param, Expr> renamed = new IdentityHashMap<>();
    List<Expr.Param> left = rename("left", combiner.left(), renamed);
    List<Expr.Param> right = rename("right", combiner.right(), renamed);
    List<Expr.Param> next = rename("next", combiner.left(), new IdentityHashMap<>());
    List<Expr> results =
        combiner.results().stream().map(result -> Exprs.bind(result, renamed)).toList();
    left.forEach(scope::declare);
    right.forEach(scope::declare);
    next.forEach(scope::declare);
    StmtCode start = assign(left, combiner.identities(), scope, compiler);
    reduction.axes().forEach(scope::enter);
    StmtCode incoming = assign(right, reduction.values(), scope, compiler);
    StmtCode combine = assign(next, results, scope, compiler);
    StmtCode accept = assign(left, List.copyOf(next), scope, compiler);
    StmtCode update =
        frame -> {
          incoming.run(frame);
          combine.run(frame);
          accept.run(frame);
        };
    StmtCode domain = DagEvaluator.loops(reduction.axes(), scope, update);
    reduction.axes().forEach(scope::leave);
    StmtCode finish = writes(op, List.copyOf(left), scope, compiler);
    return frame -> {
      start.run(frame);
      domain.run(frame);
      finish.run(frame);
    };
  }

  private static List<Expr.Param> rename(
      String prefix, List<Expr.Param> params, Map<Expr.Param, Expr> renamed) {
    List<Expr.Param> fresh = new ArrayList<>();
    for (Expr.Param param : params) {
      Expr.Param copy = new Expr.Param(prefix + fresh.size(), param.dtype());
      fresh.add(copy);
      renamed.put(param, copy);
    }
    return fresh;
  }

  private static StmtCode assign(
      List<Expr.Param> params, List<? extends Expr> values, Scope scope, ExprCompiler compiler) {
    List<StmtCode> codes = new ArrayList<>();
    for (int t = 0; t < params.size(); t++) {
      codes.add(StmtCode.assign(params.get(t), scope.slot(params.get(t)), values.get(t), compiler));
    }
    return StmtCode.sequence(codes);
  }

  private static StmtCode writes(
      Compute op, List<? extends Expr> values, Scope scope, ExprCompiler compiler) {
    List<StmtCode> codes = new ArrayList<>();
    for (int t = 0; t < values.size(); t++) {
      Memory memory = scope.memory(op.outputs().get(t));
      codes.add(
          StmtCode.store(
              new ElementAccess(memory, Index.refs(op.axes()), compiler, scope),
              values.get(t),
              compiler));
    }
    return StmtCode.sequence(codes);
  }
}
