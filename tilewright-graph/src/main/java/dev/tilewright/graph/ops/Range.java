package dev.tilewright.graph.ops;

import dev.tilewright.base.DType;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.te.DagBuilder;
import java.util.List;

/** {@code start + step * i} for {@code count} positions; no inputs. */
public record Range(DType dtype, double start, double step, long count) implements Operator {
  @Override
  public String name() {
    return "range";
  }

  @Override
  public String stageName() {
    return "T_range";
  }

  @Override
  public List<TensorType> inferTypes(List<TensorType> inputs) {
    new Operands(this, inputs).requireCount(0);
    return List.of(TensorType.of(dtype, count));
  }

  @Override
  public List<Buffer> emit(DagBuilder te, String name, List<Buffer> inputs) {
    TensorType result = inferTypes(TensorType.of(inputs)).getFirst();
    return List.of(
        te.compute(
            name,
            result.shape(),
            i ->
                Expr.add(
                    Expr.constant(start, dtype),
                    Expr.mul(new Expr.FromIndex(i[0], dtype), Expr.constant(step, dtype)))));
  }
}
