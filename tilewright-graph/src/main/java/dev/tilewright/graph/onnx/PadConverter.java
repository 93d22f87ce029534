package dev.tilewright.graph.onnx;

import dev.tilewright.graph.ops.Pad;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/** {@code Pad}: pads and value are attributes before opset 11 and inputs since. */
final class PadConverter implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    boolean old = node.opset() < 11;
    List<Long> pads = old ? attributePads(node) : node.knownIntegers(1);
    int rank = node.type(0).rank();
    List<Integer> axes =
        node.hasInput(3) ? node.knownAxes(3) : IntStream.range(0, rank).boxed().toList();
    if (pads.size() != 2 * axes.size()) {
      throw node.refuse("%d pads; expected %d", pads.size(), 2 * axes.size());
    }
    List<Long> before = new ArrayList<>(Collections.nCopies(rank, 0L));
    List<Long> after = new ArrayList<>(Collections.nCopies(rank, 0L));
    for (int i = 0; i < axes.size(); i++) {
      int axis = axes.get(i) < 0 ? axes.get(i) + rank : axes.get(i);
      if (axis < 0 || axis >= rank) {
        throw node.refuse("axis %d is outside of rank %d", axes.get(i), rank);
      }
      before.set(axis, pads.get(i));
      after.set(axis, pads.get(axes.size() + i));
    }
    return List.of(node.emit(new Pad(before, after, mode(node), value(node, old)), node.input(0)));
  }

  private static List<Long> attributePads(ConversionContext node) {
    return node.attributes()
        .integers(node.opset() < 2 ? "paddings" : "pads")
        .orElseThrow(() -> node.refuse("the attribute pads is missing"));
  }

  private static double value(ConversionContext node, boolean old) {
    if (old) {
      return node.attributes().real("value", 0);
    }
    return node.hasInput(2) && node.shape(2).elements() == 1 ? node.known(2).getDouble(0) : 0;
  }

  private static Pad.Mode mode(ConversionContext node) {
    String mode = node.attributes().string("mode", "constant");
    return switch (mode) {
      case "constant" -> Pad.Mode.CONSTANT;
      case "edge" -> Pad.Mode.EDGE;
      case "reflect" -> Pad.Mode.REFLECT;
      case "wrap" -> Pad.Mode.WRAP;
      default -> throw node.refuse("mode is '%s'; expected constant, edge, reflect or wrap", mode);
    };
  }
}
