package dev.tilewright.graph.onnx;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.graph.ops.TensorType;
import dev.tilewright.runtime.host.TopK;
import java.util.List;

/** {@code TopK}; the count is an attribute before opset 10 and an input since. */
final class TopKConverter implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    Attributes attributes = node.attributes();
    long count = attributes.has("k") ? attributes.integer("k", 0) : node.knownInteger(1);
    boolean largest = attributes.flag("largest", true);
    TensorType type = node.type(0);
    int axis = node.axis("axis", -1, type.rank());
    if (count < 0 || count > type.extent(axis)) {
      throw node.refuse("%d elements along axis %d of %s; expected at most all", count, axis, type);
    }
    long[] extents = type.shape().toArray();
    extents[axis] = count;
    Shape shape = Shape.of(extents);
    return node.call(
        new TopK(axis, count, largest),
        List.of(new TensorType(type.dtype(), shape), new TensorType(DType.INT64, shape)),
        node.input(0));
  }
}
