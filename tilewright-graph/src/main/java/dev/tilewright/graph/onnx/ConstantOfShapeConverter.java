package dev.tilewright.graph.onnx;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.graph.ops.Full;
import dev.tilewright.graph.ops.TensorType;
import dev.tilewright.runtime.Tensor;
import java.util.List;
import java.util.Optional;

/** {@code ConstantOfShape}: zeros, or one value that an attribute gives. */
final class ConstantOfShapeConverter implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    Shape shape = Shape.of(node.knownIntegers(0));
    Optional<Operand> value = node.attributes().tensor("value").map(node::decode);
    if (value.isEmpty()) {
      return List.of(node.emit(new Full(new TensorType(DType.FLOAT32, shape), 0)));
    }
    if (!(value.get() instanceof Operand.Known(Tensor tensor)) || tensor.shape().elements() != 1) {
      throw node.refuse("the value has %s; expected one element", value.get().type());
    }
    return List.of(node.emit(new Full(new TensorType(tensor.dtype(), shape), tensor.getDouble(0))));
  }
}
