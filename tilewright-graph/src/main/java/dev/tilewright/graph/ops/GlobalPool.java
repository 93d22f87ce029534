package dev.tilewright.graph.ops;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.te.DagBuilder;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The largest element or the average of all spatial positions of each channel; the spatial
 * dimensions stay with extent 1.
 *
 * @param largest whether the largest is taken, else the average
 */
public record GlobalPool(boolean largest, Layout layout) implements Operator {
  @Override
  public String name() {
    return largest ? "global_max_pool" : "global_avg_pool";
  }

  @Override
  public String stageName() {
    return largest ? "adaptive_pool_max" : "adaptive_pool_sum";
  }

  @Override
  public List<TensorType> inferTypes(List<TensorType> inputs) {
    Operands operands = new Operands(this, inputs).requireCount(1).requireRankAtLeast(0, 3);
    operands.require(largest || operands.dtype().isFloat(), "no average of %s", operands.dtype());
    return reduction(operands.get(0).rank()).inferTypes(inputs);
  }

  @Override
  public List<Buffer> emit(DagBuilder te, String name, List<Buffer> inputs) {
    inferTypes(TensorType.of(inputs));
    return reduction(inputs.getFirst().shape().rank()).emit(te, name, inputs);
  }

  private Reduce reduction(int rank) {
    int first = layout.spatialAxis();
    List<Integer> axes = IntStream.range(first, first + rank - 2).boxed().toList();
    return new Reduce(largest ? ReduceFunction.MAX : ReduceFunction.MEAN, axes, true);
  }
}
