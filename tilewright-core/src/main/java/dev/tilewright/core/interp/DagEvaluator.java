package dev.tilewright.core.interp;

import dev.tilewright.base.UserException;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Combiner;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Exprs;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.expr.Var;
import dev.tilewright.core.te.Compute;
import dev.tilewright.core.te.ComputeDag;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Evaluates a compute DAG as its definition reads: operation by operation, element by element, in
 * row-major order. It knows no schedule, so it is the oracle for everything that does.
 */
public final class DagEvaluator {
  private final Map<Buffer, Memory> memories = new IdentityHashMap<>();

  private DagEvaluator() {}

  /**
   * The outputs of a DAG.
   *
   * @param inputs one for each of {@link ComputeDag#inputs()}, in that order
   * @throws UserException if the inputs do not fit
   */
  public static List<HostArray> evaluate(ComputeDag dag, List<HostArray> inputs) {
    Map<Buffer, HostArray> all = evaluateAll(dag, inputs);
    return dag.outputs().stream().map(all::get).toList();
  }

  /** The values of every buffer of a DAG, inputs included. */
  public static Map<Buffer, HostArray> evaluateAll(ComputeDag dag, List<HostArray> inputs) {
    Inputs.check("compute DAG", dag.inputs(), inputs);
    DagEvaluator evaluator = new DagEvaluator();
    for (int i = 0; i < inputs.size(); i++) {
      Buffer buffer = dag.inputs().get(i);
      evaluator.memories.put(buffer, new GlobalMemory(buffer, inputs.get(i), true));
    }
    dag.computes().forEach(evaluator::compute);
    Map<Buffer, HostArray> arrays = new IdentityHashMap<>();
    evaluator.memories.forEach((buffer, memory) -> arrays.put(buffer, memory.array));
    return arrays;
  }

  private void compute(Compute op) {
    Scope scope = new Scope("compute " + op.name());
    memories.values().forEach(scope::declare);
    for (Buffer output : op.outputs()) {
      Memory memory =
          new GlobalMemory(output, HostArray.zeros(output.dtype(), output.shape()), false);
      memories.put(output, memory);
      scope.declare(memory);
    }
    op.axes().forEach(scope::enter);
    ExprCompiler compiler = new ExprCompiler(scope);
    StmtCode point =
        switch (op.body()) {
          case Compute.Pointwise(List<Expr> values) -> writes(op, values, scope, compiler);
          case Compute.Reduction reduction -> reduce(op, reduction, scope, compiler);
        };
    StmtCode code = loops(op.axes(), scope, point);
    code.run(scope.newFrame());
  }

  /** Accumulates in parameters of its own: {@code left} holds the running tuple. */
  private StmtCode reduce(
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
    StmtCode domain = loops(reduction.axes(), scope, update);
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

  private static StmtCode loops(List<Var> axes, Scope scope, StmtCode body) {
    StmtCode code = body;
    for (Var axis : axes.reversed()) {
      code = StmtCode.loop(scope.slot(axis), axis.extent(), code);
    }
    return code;
  }
}
