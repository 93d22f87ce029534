package dev.tilewright.graph.ops;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Combiner;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.te.DagBuilder;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Weighted sums of elements along an axis: element {@code i} of the result is the sum over {@code
 * k} of {@code weights[i, k] * data[…, positions[i, k], …]}. Inputs: data, positions (integers,
 * result extent × taps) and weights (of the data's type, the same shape). Positions are moved to
 * the ends.
 */
public record Resample(int axis) implements Operator {
  @Override
  public String name() {
    return "resample";
  }

  @Override
  public String stageName() {
    return "T_resample";
  }

  @Override
  public List<TensorType> inferTypes(List<TensorType> inputs) {
    Operands operands = new Operands(this, inputs).requireCount(3).requireFloat(0);
    int along = operands.axis(0, axis);
    TensorType data = operands.get(0);
    TensorType positions = operands.get(1);
    operands.requireRank(1, 2).requireInteger(1);
    operands.require(
        operands.get(2).equals(new TensorType(data.dtype(), positions.shape())),
        "the weights are %s; expected as many as positions, of the data's type",
        operands.get(2));
    operands.require(data.extent(along) > 0, "axis %d has no elements", along);
    return List.of(
        new TensorType(data.dtype(), Reindex.with(data.shape(), along, positions.extent(0))));
  }

  @Override
  public List<Buffer> emit(DagBuilder te, String name, List<Buffer> inputs) {
    Buffer data = inputs.get(0);
    Buffer positions = inputs.get(1);
    Buffer weights = inputs.get(2);
    TensorType result = inferTypes(TensorType.of(inputs)).getFirst();
    int along = axis < 0 ? axis + result.rank() : axis;
    DType type = Accumulation.typeFor(data.dtype());
    List<String> axes =
        IntStream.range(0, result.rank()).mapToObj(number -> "ax" + number).toList();
    Buffer sum =
        te.reduce(
            name,
            axes,
            result.shape(),
            List.of("k"),
            Shape.of(positions.shape().extent(1)),
            Combiner.sum(type),
            (i, k) -> {
              Index[] source = i.clone();
              Expr position = positions.at(i[along], k[0]);
              source[along] = Gather.position(position, data.shape().extent(along));
              Expr weight = Expr.cast(weights.at(i[along], k[0]), type);
              return Expr.mul(Expr.cast(data.at(source), type), weight);
            });
    return List.of(Accumulation.convert(te, sum, result.dtype()));
  }
}
