package dev.tilewright.graph.onnx;

import dev.tilewright.base.DType;
import dev.tilewright.graph.ops.BinaryFunction;
import dev.tilewright.graph.ops.TensorType;
import java.util.List;

/** {@code EyeLike}: ones on a diagonal; known, since only the shape of the input matters. */
final class EyeLikeConverter implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    TensorType type = node.type(0);
    if (type.rank() != 2) {
      throw node.refuse("input 0 is %s; expected a matrix", type);
    }
    DType dtype =
        node.attributes().has("dtype")
            ? OnnxElementType.parse(node.attributes().integer("dtype", 0), "attribute dtype")
            : type.dtype();
    Formula formula = new Formula(node);
    Operand rows = formula.positions(type.extent(0), 0, 2, DType.INT64);
    Operand columns = formula.positions(type.extent(1), 1, 2, DType.INT64);
    Operand diagonal = formula.add(rows, node.attributes().integer("k", 0));
    return List.of(formula.cast(formula.binary(BinaryFunction.EQUAL, diagonal, columns), dtype));
  }
}
