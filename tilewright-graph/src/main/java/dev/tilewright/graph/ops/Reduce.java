package dev.tilewright.graph.ops;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.te.DagBuilder;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A reduction over some axes, over all if none are given.
 *
 * @param keepDims whether the reduced dimensions stay with extent 1
 */
public record Reduce(ReduceFunction function, List<Integer> axes, boolean keepDims)
    implements Operator {
  public Reduce {
    axes = List.copyOf(axes);
  }

  @Override
  public String name() {
    return "reduce_" + function.text();
  }

  @Override
  public String stageName() {
    return "T_" + function.text();
  }

  @Override
  public List<TensorType> inferTypes(List<TensorType> inputs) {
    Operands operands = new Operands(this, inputs).requireCount(1);
    TensorType input = operands.get(0);
    operands.require(function.accepts(input.dtype()), "no %s of %s", name(), input.dtype());
    return List.of(
        new TensorType(
            input.dtype(), Reindex.reduced(input.shape(), reducedAxes(operands), keepDims)));
  }

  private List<Integer> reducedAxes(Operands operands) {
    int rank = operands.get(0).rank();
    return axes.isEmpty() ? IntStream.range(0, rank).boxed().toList() : operands.axes(axes, rank);
  }

  @Override
  public List<Buffer> emit(DagBuilder te, String name, List<Buffer> inputs) {
    Buffer input = inputs.getFirst();
    TensorType result = inferTypes(TensorType.of(inputs)).getFirst();
    Reduction reduction =
        new Reduction(
            input.shape(), reducedAxes(new Operands(this, TensorType.of(inputs))), keepDims);
    var type = function.accumulator(input.dtype());
    Buffer combined =
        reduction.emit(
            te, name, function.combiner(type), i -> function.term(Expr.cast(input.at(i), type)));
    if (!function.hasLast()) {
      return List.of(Accumulation.convert(te, combined, result.dtype()));
    }
    long count = reduction.domain().elements();
    return List.of(
        te.compute(
            name + "_final",
            result.shape(),
            i -> Expr.cast(function.last(combined.at(i), count), result.dtype())));
  }
}
