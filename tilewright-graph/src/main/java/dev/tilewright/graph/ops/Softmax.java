package dev.tilewright.graph.ops;

import dev.tilewright.base.DType;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Combiner;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Expr.MathFunction;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.te.DagBuilder;
import java.util.List;

/**
 * {@code exp(x) / sum(exp(x))} along an axis, or its logarithm. The largest element is subtracted
 * first, so that nothing overflows; narrow floats are summed in float32.
 */
public record Softmax(int axis, boolean logarithm) implements Operator {
  @Override
  public String name() {
    return logarithm ? "log_softmax" : "softmax";
  }

  @Override
  public String stageName() {
    return logarithm ? "T_log_softmax_norm" : "T_softmax_norm";
  }

  @Override
  public List<TensorType> inferTypes(List<TensorType> inputs) {
    Operands operands = new Operands(this, inputs).requireCount(1).requireFloat(0);
    operands.axis(0, axis);
    return List.of(operands.get(0));
  }

  @Override
  public List<Buffer> emit(DagBuilder te, String name, List<Buffer> inputs) {
    Buffer input = inputs.getFirst();
    inferTypes(TensorType.of(inputs));
    int along = axis < 0 ? axis + input.shape().rank() : axis;
    Reduction rows = Reduction.along(input.shape(), along);
    Buffer largest = rows.emit(te, "T_softmax_maxelem", Combiner.max(input.dtype()), input::at);
    return List.of(
        logarithm
            ? emitLogarithm(te, name, input, largest, rows)
            : emitPlain(te, name, input, largest, rows));
  }

  private static Buffer emitPlain(
      DagBuilder te, String name, Buffer input, Buffer largest, Reduction rows) {
    DType type = Accumulation.typeFor(input.dtype());
    Buffer powers =
        te.compute(
            "T_softmax_exp",
            input.shape(),
            i -> Expr.call(MathFunction.EXP, shifted(input, largest, rows, type, i)));
    Buffer sum = rows.emit(te, "T_softmax_expsum", Combiner.sum(type), powers::at);
    return te.compute(
        name,
        input.shape(),
        i -> Expr.cast(Expr.div(powers.at(i), sum.at(rowOf(i, rows))), input.dtype()));
  }

  private static Buffer emitLogarithm(
      DagBuilder te, String name, Buffer input, Buffer largest, Reduction rows) {
    DType type = Accumulation.typeFor(input.dtype());
    Buffer sum =
        rows.emit(
            te,
            "T_softmax_expsum",
            Combiner.sum(type),
            i -> Expr.call(MathFunction.EXP, shifted(input, largest, rows, type, i)));
    return te.compute(
        name,
        input.shape(),
        i -> {
          Expr logarithm = Expr.call(MathFunction.LOG, sum.at(rowOf(i, rows)));
          Expr value = Expr.sub(shifted(input, largest, rows, type, i), logarithm);
          return Expr.cast(value, input.dtype());
        });
  }

  private static Expr shifted(
      Buffer input, Buffer largest, Reduction rows, DType type, Index[] position) {
    return Expr.sub(
        Expr.cast(input.at(position), type), Expr.cast(largest.at(rowOf(position, rows)), type));
  }

  private static Index[] rowOf(Index[] position, Reduction rows) {
    Index[] row = position.clone();
    row[rows.axes().getFirst()] = Index.ZERO;
    return row;
  }
}
