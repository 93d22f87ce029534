package dev.tilewright.graph.ops;

import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.te.DagBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Slices of the first input at positions that the rows of the second one hold: a row has one number
 * for each of the first dimensions after the batch dimensions, which both inputs share. Negative
 * numbers count from the end; see {@link Gather} for positions outside.
 */
public record GatherNd(int batchDims) implements Operator {
  @Override
  public String name() {
    return "gather_nd";
  }

  @Override
  public String stageName() {
    return "T_gather_nd";
  }

  @Override
  public List<TensorType> inferTypes(List<TensorType> inputs) {
    Operands operands = new Operands(this, inputs).requireCount(2).requireInteger(1);
    operands.requireRankAtLeast(0, 1).requireRankAtLeast(1, 1);
    TensorType data = operands.get(0);
    TensorType positions = operands.get(1);
    long depth = positions.extent(positions.rank() - 1);
    operands.require(
        0 <= batchDims && batchDims < positions.rank() && batchDims + depth <= data.rank(),
        "%d batch dimensions and rows of %d positions; expected at most as many as dimensions",
        batchDims,
        depth);
    List<Long> extents = new ArrayList<>();
    for (int d = 0; d < positions.rank() - 1; d++) {
      operands.require(
          d >= batchDims || positions.extent(d) == data.extent(d), "batch dimension %d differs", d);
      extents.add(positions.extent(d));
    }
    for (int d = batchDims + (int) depth; d < data.rank(); d++) {
      extents.add(data.extent(d));
    }
    Shape shape = Shape.of(extents);
    operands.require(
        data.shape().elements() > 0 || shape.elements() == 0, "the data has no elements");
    return List.of(new TensorType(data.dtype(), shape));
  }

  @Override
  public List<Buffer> emit(DagBuilder te, String name, List<Buffer> inputs) {
    Buffer data = inputs.get(0);
    Buffer positions = inputs.get(1);
    Shape shape = inferTypes(TensorType.of(inputs)).getFirst().shape();
    int outer = positions.shape().rank() - 1;
    int depth = (int) positions.shape().extent(outer);
    return List.of(
        te.compute(
            name,
            shape,
            i -> {
              Index[] source = new Index[data.shape().rank()];
              System.arraycopy(i, 0, source, 0, batchDims);
              for (int d = 0; d < depth; d++) {
                Index[] at = Arrays.copyOf(i, outer + 1);
                at[outer] = Index.of(d);
                int axis = batchDims + d;
                source[axis] = Gather.position(positions.at(at), data.shape().extent(axis));
              }
              int rest = batchDims + depth;
              System.arraycopy(i, outer, source, rest, source.length - rest);
              return data.at(source);
            }));
  }
}
