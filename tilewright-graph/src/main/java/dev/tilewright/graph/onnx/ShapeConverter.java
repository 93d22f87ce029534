package dev.tilewright.graph.onnx;

import dev.tilewright.base.Shape;
import dev.tilewright.runtime.Tensor;
import java.util.Arrays;
import java.util.List;

/** {@code Shape}, which is known since shapes are static; opset 15 added a range of axes. */
final class ShapeConverter implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    long[] extents = node.shape(0).toArray();
    int start = position(node.attributes().integer("start", 0), extents.length);
    int end = position(node.attributes().integer("end", extents.length), extents.length);
    long[] range = Arrays.copyOfRange(extents, start, Math.max(start, end));
    return List.of(new Operand.Known(Tensor.of(Shape.of(range.length), range)));
  }

  private static int position(long axis, int rank) {
    return (int) Math.clamp(axis < 0 ? axis + rank : axis, 0L, (long) rank);
  }
}
