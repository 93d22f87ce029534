package dev.tilewright.graph.onnx;

import dev.tilewright.graph.ops.Split;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code Split}: the extents are an attribute before opset 13 and an input since; without them the
 * axis is cut into equal parts, the last one smaller if need be.
 */
final class SplitConverter implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    int rank = node.type(0).rank();
    int given = node.attributes().axis("axis", 0);
    int axis = given < 0 ? given + rank : given;
    if (axis < 0 || axis >= rank) {
      throw node.refuse("axis %d is outside of rank %d", given, rank);
    }
    List<Long> extents =
        node.hasInput(1)
            ? node.knownIntegers(1)
            : node.attributes()
                .integers("split")
                .orElseGet(() -> equalParts(node, node.shape(0).extent(axis)));
    return node.emitAll(new Split(axis, extents), List.of(node.input(0)));
  }

  private static List<Long> equalParts(ConversionContext node, long extent) {
    long parts = node.attributes().integer("num_outputs", node.outputCount());
    if (parts < 1) {
      throw node.refuse("%d parts; expected at least one", parts);
    }
    long size = Math.ceilDiv(extent, parts);
    List<Long> extents = new ArrayList<>();
    for (long start = 0; extents.size() < parts; start += size) {
      extents.add(Math.clamp(extent - start, 0L, size));
    }
    return extents;
  }
}
