package dev.tilewright.graph.ops;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.te.DagBuilder;
import java.util.List;

/** A function of two elements with broadcasting of the inputs, see {@link BinaryFunction}. */
public record Binary(BinaryFunction function) implements Operator {
  @Override
  public String name() {
    return function.text();
  }

  @Override
  public String stageName() {
    return "T_" + name();
  }

  @Override
  public List<TensorType> inferTypes(List<TensorType> inputs) {
    Operands operands = new Operands(this, inputs).requireCount(2).requireOneType();
    DType dtype = operands.dtype();
    operands.require(function.accepts(dtype), "no %s of %s", name(), dtype);
    Expr element = new Expr.Param("x", dtype);
    DType result = function.apply(element, element).dtype();
    return List.of(new TensorType(result, Broadcasting.shape(operands)));
  }

  @Override
  public List<Buffer> emit(DagBuilder te, String name, List<Buffer> inputs) {
    Shape shape = inferTypes(TensorType.of(inputs)).getFirst().shape();
    return List.of(
        te.compute(
            name,
            shape,
            i ->
                function.apply(
                    Reindex.broadcast(inputs.get(0), shape, i),
                    Reindex.broadcast(inputs.get(1), shape, i))));
  }
}
