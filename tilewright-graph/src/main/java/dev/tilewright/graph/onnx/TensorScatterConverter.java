package dev.tilewright.graph.onnx;

import dev.tilewright.base.DType;
import dev.tilewright.graph.ops.CacheUpdate;
import dev.tilewright.graph.ops.Full;
import dev.tilewright.graph.ops.TensorType;
import java.util.List;

/** {@code TensorScatter}, which writes to a cache of keys or values. */
final class TensorScatterConverter implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    int axis = node.axis("axis", -2, node.type(0).rank());
    String mode = node.attributes().string("mode", "linear");
    boolean circular =
        switch (mode) {
          case "linear" -> false;
          case "circular" -> true;
          default -> throw node.refuse("mode is '%s'; expected linear or circular", mode);
        };
    TensorType starts = TensorType.of(DType.INT64, node.shape(0).extent(0));
    Operand start = node.hasInput(2) ? node.input(2) : node.emit(new Full(starts, 0));
    return List.of(node.emit(new CacheUpdate(axis, circular), node.input(0), node.input(1), start));
  }
}
