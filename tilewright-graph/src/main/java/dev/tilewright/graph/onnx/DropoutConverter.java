package dev.tilewright.graph.onnx;

import dev.tilewright.base.DType;
import dev.tilewright.graph.ops.Full;
import dev.tilewright.graph.ops.TensorType;
import java.util.List;

/** {@code Dropout}, which passes everything on when a network is not trained. */
final class DropoutConverter implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    boolean training = node.hasInput(2) && node.known(2).getLong(0) != 0;
    boolean drops = !node.hasInput(1) || node.known(1).getDouble(0) != 0;
    if (training && drops) {
      throw node.refuse("training mode, which drops at random; expected inference");
    }
    if (!node.wants(1)) {
      return List.of(node.input(0));
    }
    DType dtype = node.opset() < 10 ? node.type(0).dtype() : DType.BOOL;
    return List.of(node.input(0), node.emit(new Full(new TensorType(dtype, node.shape(0)), 1)));
  }
}
