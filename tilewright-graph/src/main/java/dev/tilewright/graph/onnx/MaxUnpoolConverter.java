package dev.tilewright.graph.onnx;

import dev.tilewright.base.Shape;
import dev.tilewright.graph.ops.TensorType;
import dev.tilewright.runtime.host.MaxUnpool;
import java.util.List;

/** {@code MaxUnpool}. */
final class MaxUnpoolConverter implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    List<Long> kernel = PoolConverter.kernel(node);
    int rank = kernel.size();
    TensorType type = node.type(0);
    if (type.rank() != rank + 2) {
      throw node.refuse("input 0 is %s; expected rank %d", type, rank + 2);
    }
    List<Long> strides = node.attributes().integers("strides", rank, 1);
    List<Long> pads = node.attributes().integers("pads", 2 * rank, 0);
    long[] extents = type.shape().toArray();
    for (int d = 0; d < rank; d++) {
      extents[d + 2] =
          (extents[d + 2] - 1) * strides.get(d) + kernel.get(d) - pads.get(d) - pads.get(d + rank);
    }
    Shape pooled = Shape.of(extents);
    Shape result = node.hasInput(2) ? Shape.of(node.knownIntegers(2)) : pooled;
    for (int d = 0; d < pooled.rank(); d++) {
      if (result.rank() != pooled.rank() || result.extent(d) < pooled.extent(d)) {
        throw node.refuse("the output shape is %s; expected %s or more", result, pooled);
      }
    }
    return node.call(
        new MaxUnpool(pooled, result),
        List.of(new TensorType(type.dtype(), result)),
        node.input(0),
        node.input(1));
  }
}
