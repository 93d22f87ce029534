package dev.tilewright.core.interp;

import dev.tilewright.base.UserException;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Var;
import dev.tilewright.core.te.Compute;
import dev.tilewright.core.te.ComputeDag;
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
    for (Buffer output : op.outputs()) {
      memories.put(
          output, new GlobalMemory(output, HostArray.zeros(output.dtype(), output.shape()), false));
    }
    PointCode point = PointCode.of(op, memories.values());
    StmtCode code = loops(op.axes(), point.scope(), point.code());
    code.run(point.scope().newFrame());
  }

  static StmtCode loops(List<Var> axes, Scope scope, StmtCode body) {
    StmtCode code = body;
    for (Var axis : axes.reversed()) {
      code = StmtCode.loop(scope.slot(axis), axis.extent(), code);
    }
    return code;
  }
}
