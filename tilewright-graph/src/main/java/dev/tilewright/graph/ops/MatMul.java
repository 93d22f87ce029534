package dev.tilewright.graph.ops;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Combiner;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.te.DagBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Products of matrices: the last two dimensions of each input are M×K and K×N, the others are
 * batches, which broadcast. A vector stands for a matrix of one row (first input) or one column
 * (second input), whose dimension is then dropped, as in NumPy.
 *
 * @param wide whether the result keeps the accumulator's type (float16 in, float32 out); integers
 *     always do
 */
public record MatMul(boolean wide) implements Operator {
  @Override
  public String name() {
    return "matmul";
  }

  @Override
  public String stageName() {
    return "T_matmul";
  }

  @Override
  public List<TensorType> inferTypes(List<TensorType> inputs) {
    Operands operands = new Operands(this, inputs).requireCount(2).requireOneType();
    operands.requireRankAtLeast(0, 1).requireRankAtLeast(1, 1);
    operands.require(!operands.dtype().isBool(), "no sums of bool");
    TensorType a = operands.get(0);
    TensorType b = operands.get(1);
    long k = a.extent(a.rank() - 1);
    long other = b.extent(Math.max(0, b.rank() - 2));
    operands.require(k == other, "the inner extents are %d and %d; expected equal ones", k, other);
    List<Long> extents = new ArrayList<>();
    Operands batches = new Operands(this, List.of(batchOf(a), batchOf(b)));
    for (long extent : Broadcasting.shape(batches).toArray()) {
      extents.add(extent);
    }
    if (a.rank() > 1) {
      extents.add(a.extent(a.rank() - 2));
    }
    if (b.rank() > 1) {
      extents.add(b.extent(b.rank() - 1));
    }
    return List.of(new TensorType(Accumulation.resultOf(a.dtype(), wide), Shape.of(extents)));
  }

  private static TensorType batchOf(TensorType matrices) {
    long[] extents = matrices.shape().toArray();
    return TensorType.of(matrices.dtype(), Arrays.copyOf(extents, Math.max(0, extents.length - 2)));
  }

  @Override
  public List<Buffer> emit(DagBuilder te, String name, List<Buffer> inputs) {
    TensorType result = inferTypes(TensorType.of(inputs)).getFirst();
    Buffer a = inputs.get(0);
    Buffer b = inputs.get(1);
    DType type = Accumulation.typeFor(a.dtype());
    int rows = a.shape().rank() > 1 ? 1 : 0;
    int columns = b.shape().rank() > 1 ? 1 : 0;
    int batches = result.rank() - rows - columns;
    Buffer sum =
        te.reduce(
            name,
            axisNames(batches, rows, columns),
            result.shape(),
            List.of("k"),
            Shape.of(a.shape().extent(a.shape().rank() - 1)),
            Combiner.sum(type),
            (i, k) -> {
              Index[] batch = Arrays.copyOf(i, batches);
              Index[] left = append(batch, rows == 1 ? List.of(i[batches], k[0]) : List.of(k[0]));
              Index last = i.length == 0 ? Index.ZERO : i[i.length - 1];
              Index[] right = append(batch, columns == 1 ? List.of(k[0], last) : List.of(k[0]));
              return Expr.mul(
                  Expr.cast(matrixElement(a, left), type),
                  Expr.cast(matrixElement(b, right), type));
            });
    return List.of(Accumulation.convert(te, sum, result.dtype()));
  }

  private static List<String> axisNames(int batches, int rows, int columns) {
    List<String> names = new ArrayList<>();
    for (int axis = 0; axis < batches; axis++) {
      names.add(batches == 1 ? "b" : "b" + axis);
    }
    if (rows == 1) {
      names.add("i");
    }
    if (columns == 1) {
      names.add("j");
    }
    return names;
  }

  private static Index[] append(Index[] batch, List<Index> matrix) {
    List<Index> indices = new ArrayList<>(Arrays.asList(batch));
    indices.addAll(matrix);
    return indices.toArray(Index[]::new);
  }

  /** The element at the end of a full position; batch dimensions of extent 1 repeat. */
  private static Expr matrixElement(Buffer buffer, Index[] position) {
    int rank = buffer.shape().rank();
    Index[] indices = Arrays.copyOfRange(position, position.length - rank, position.length);
    for (int axis = 0; axis < rank - 2; axis++) {
      if (buffer.shape().extent(axis) == 1) {
        indices[axis] = Index.ZERO;
      }
    }
    return buffer.at(indices);
  }
}
