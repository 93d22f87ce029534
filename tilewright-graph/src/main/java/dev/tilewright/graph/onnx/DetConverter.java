package dev.tilewright.graph.onnx;

import dev.tilewright.base.Shape;
import dev.tilewright.graph.ops.TensorType;
import dev.tilewright.runtime.host.Determinant;
import java.util.Arrays;
import java.util.List;

/** {@code Det}. */
final class DetConverter implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    TensorType type = node.type(0);
    int rank = type.rank();
    if (rank < 2 || type.extent(rank - 1) != type.extent(rank - 2) || !type.dtype().isFloat()) {
      throw node.refuse("input 0 is %s; expected square matrices of floats", type);
    }
    Shape shape = Shape.of(Arrays.copyOf(type.shape().toArray(), rank - 2));
    TensorType result = new TensorType(type.dtype(), shape);
    return node.call(new Determinant(), List.of(result), node.input(0));
  }
}
