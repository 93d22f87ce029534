package dev.tilewright.graph.onnx;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.graph.onnx.format.OnnxValueInfo;
import dev.tilewright.graph.ops.Concat;
import dev.tilewright.graph.ops.Unsqueeze;
import dev.tilewright.runtime.Tensor;
import java.util.ArrayList;
import java.util.List;

/**
 * The results of all iterations of a loop in one tensor.
 *
 * @param declared what the model says of one result, for loops that do not run
 */
record StackedResults(ConversionContext node, OnnxValueInfo declared) {
  /** Operands of one concatenation; more are taken together in several rounds. */
  private static final int MOST_PARTS = 16;

  /** One after the other along a new axis. */
  Operand stack(List<Operand> results, int axis) {
    if (results.isEmpty()) {
      return none(axis);
    }
    int rank = results.getFirst().type().rank() + 1;
    int along = node.axis(axis, rank);
    Unsqueeze unsqueeze = new Unsqueeze(List.of(along));
    List<Operand> parts = results.stream().map(part -> node.emit(unsqueeze, part)).toList();
    return concat(node, parts, along);
  }

  /** One after the other along an axis. */
  static Operand concat(ConversionContext node, List<Operand> parts, int axis) {
    List<Operand> rest = parts;
    while (rest.size() > 1) {
      List<Operand> joined = new ArrayList<>();
      for (int i = 0; i < rest.size(); i += MOST_PARTS) {
        List<Operand> some = rest.subList(i, Math.min(rest.size(), i + MOST_PARTS));
        joined.add(
            some.size() == 1
                ? some.getFirst()
                : node.emit(new Concat(axis), some.toArray(Operand[]::new)));
      }
      rest = joined;
    }
    return rest.getFirst();
  }

  private Operand none(int axis) {
    List<Long> extents = new ArrayList<>();
    for (OnnxValueInfo.Dimension dimension : declared.dimensions().orElse(List.of())) {
      extents.add(dimension instanceof OnnxValueInfo.Fixed(long extent) ? extent : 1L);
    }
    extents.add(node.axis(axis, extents.size() + 1), 0L);
    DType dtype = OnnxElementType.parse(declared.elementType(), "result " + declared.name());
    return new Operand.Known(Tensor.allocate(dtype, Shape.of(extents)));
  }
}
