package dev.tilewright.graph.onnx;

import dev.tilewright.base.Shape;
import dev.tilewright.graph.ops.Pad;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/** {@code CenterCropPad}: elements cut off or zeros added on both sides, an odd one at the end. */
final class CenterCropPadConverter implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    Shape shape = node.shape(0);
    int rank = shape.rank();
    List<Long> wanted = node.knownIntegers(1);
    List<Integer> axes =
        node.attributes().axes("axes").orElse(IntStream.range(0, rank).boxed().toList());
    if (axes.size() != wanted.size()) {
      throw node.refuse("%d extents for the axes %s; expected one each", wanted.size(), axes);
    }
    List<Long> before = new ArrayList<>(Collections.nCopies(rank, 0L));
    List<Long> after = new ArrayList<>(before);
    for (int i = 0; i < axes.size(); i++) {
      int axis = node.axis(axes.get(i), rank);
      long more = wanted.get(i) - shape.extent(axis);
      before.set(axis, more / 2);
      after.set(axis, more - more / 2);
    }
    return List.of(node.emit(new Pad(before, after, Pad.Mode.CONSTANT, 0), node.input(0)));
  }
}
