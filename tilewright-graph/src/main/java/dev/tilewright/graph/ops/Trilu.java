package dev.tilewright.graph.ops;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.te.DagBuilder;
import java.util.List;

/**
 * The part of matrices (the last two dimensions) on and above a diagonal, or on and below it, and
 * zeros elsewhere.
 *
 * @param upper whether the part above stays
 * @param diagonal how far the diagonal is to the right of the main one
 */
public record Trilu(boolean upper, long diagonal) implements Operator {
  @Override
  public String name() {
    return upper ? "triu" : "tril";
  }

  @Override
  public String stageName() {
    return "T_" + name();
  }

  @Override
  public List<TensorType> inferTypes(List<TensorType> inputs) {
    Operands operands = new Operands(this, inputs).requireCount(1).requireRankAtLeast(0, 2);
    return List.of(operands.get(0));
  }

  @Override
  public List<Buffer> emit(DagBuilder te, String name, List<Buffer> inputs) {
    Buffer input = inputs.getFirst();
    inferTypes(TensorType.of(inputs));
    Expr zero = Expr.constant(0L, input.dtype());
    int rows = input.shape().rank() - 2;
    long shift = clamped(input.shape().extent(rows), input.shape().extent(rows + 1));
    return List.of(
        te.compute(
            name,
            input.shape(),
            i -> {
              Index edge = i[rows].plus(shift);
              Expr stays = upper ? Expr.ge(i[rows + 1], edge) : Expr.lt(i[rows + 1], edge.plus(1));
              return Expr.select(stays, input.at(i), zero);
            }));
  }

  /** A diagonal outside of the matrix acts as one just outside, which cannot overflow. */
  private long clamped(long rows, long columns) {
    return Math.clamp(diagonal, -rows - 1, columns + 1);
  }
}
