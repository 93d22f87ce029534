package dev.tilewright.graph.ops;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.te.DagBuilder;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Normalisation of each channel of each image to mean 0 and variance 1, then a scale and a shift:
 * inputs data (channels first), scale and shift of one value a channel.
 *
 * @param epsilon added to the variance
 */
public record InstanceNorm(double epsilon) implements Operator {
  @Override
  public String name() {
    return "instance_norm";
  }

  @Override
  public String stageName() {
    return "T_instance_norm";
  }

  @Override
  public List<TensorType> inferTypes(List<TensorType> inputs) {
    Operands operands = new Operands(this, inputs).requireCount(3).requireOneType();
    operands.requireFloat(0).requireRankAtLeast(0, 3);
    Bias.check(operands, 1, operands.get(0).extent(1), operands.dtype());
    Bias.check(operands, 2, operands.get(0).extent(1), operands.dtype());
    return List.of(operands.get(0));
  }

  @Override
  public List<Buffer> emit(DagBuilder te, String name, List<Buffer> inputs) {
    Buffer data = inputs.getFirst();
    inferTypes(TensorType.of(inputs));
    List<Integer> axes = IntStream.range(2, data.shape().rank()).boxed().toList();
    Moments moments = Moments.emit(te, data, axes, epsilon);
    return List.of(
        te.compute(
            name,
            data.shape(),
            i -> {
              Expr scale = Expr.cast(inputs.get(1).at(i[1]), moments.mean().dtype());
              Expr shift = Expr.cast(inputs.get(2).at(i[1]), moments.mean().dtype());
              Expr result = Expr.add(Expr.mul(moments.normalised(i), scale), shift);
              return Expr.cast(result, data.dtype());
            }));
  }
}
