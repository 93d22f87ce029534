package dev.tilewright.graph.ops;

import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.te.DagBuilder;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Normalisation to mean 0 and variance 1 over the axes from {@code axis} on, then a scale and
 * optionally a shift, which broadcast: inputs data, scale and shift.
 *
 * @param epsilon added to the variance
 */
public record LayerNorm(int axis, double epsilon) implements Operator {
  @Override
  public String name() {
    return "layer_norm";
  }

  @Override
  public String stageName() {
    return "T_layer_norm";
  }

  @Override
  public List<TensorType> inferTypes(List<TensorType> inputs) {
    Operands operands = new Operands(this, inputs).requireCount(2, 3).requireOneType();
    operands.requireFloat(0).axis(0, axis);
    Shape shape = operands.get(0).shape();
    operands.require(
        Broadcasting.shape(operands).equals(shape),
        "scale and shift do not broadcast to %s",
        shape);
    return List.of(operands.get(0));
  }

  @Override
  public List<Buffer> emit(DagBuilder te, String name, List<Buffer> inputs) {
    Buffer data = inputs.getFirst();
    inferTypes(TensorType.of(inputs));
    int rank = data.shape().rank();
    int first = axis < 0 ? axis + rank : axis;
    Moments moments =
        Moments.emit(te, data, IntStream.range(first, rank).boxed().toList(), epsilon);
    return List.of(
        te.compute(
            name,
            data.shape(),
            i -> {
              Expr scale = wide(Reindex.broadcast(inputs.get(1), data.shape(), i));
              Expr scaled = Expr.mul(moments.normalised(i), scale);
              Expr result =
                  inputs.size() == 3
                      ? Expr.add(scaled, wide(Reindex.broadcast(inputs.get(2), data.shape(), i)))
                      : scaled;
              return Expr.cast(result, data.dtype());
            }));
  }

  private static Expr wide(Expr value) {
    return Expr.cast(value, Accumulation.typeFor(value.dtype()));
  }
}
