package dev.tilewright.graph.onnx;

import dev.tilewright.graph.ops.Gather;
import dev.tilewright.graph.ops.GatherElements;
import dev.tilewright.graph.ops.GatherNd;
import dev.tilewright.graph.ops.TensorType;
import dev.tilewright.runtime.host.IndexCheck;
import java.util.List;
import java.util.stream.LongStream;

/**
 * {@code Gather}, {@code GatherElements} and {@code GatherND}. Positions that are known are checked
 * now, others when the network runs, since a kernel cannot report that one is outside of its axis.
 */
record GatherConverter(Form form) implements Converter {
  /** Which of the operators. */
  enum Form {
    SLICES,
    ELEMENTS,
    ROWS
  }

  @Override
  public List<Operand> convert(ConversionContext node) {
    Operand data = node.input(0);
    TensorType type = data.type();
    if (form == Form.ROWS) {
      int batches = node.attributes().axis("batch_dims", 0);
      GatherNd gather = new GatherNd(batches);
      gather.inferTypes(List.of(type, node.type(1)));
      List<Long> extents =
          LongStream.of(type.shape().toArray())
              .skip(batches)
              .limit(node.shape(1).extent(node.shape(1).rank() - 1))
              .boxed()
              .toList();
      return List.of(node.emit(gather, data, checked(node, extents)));
    }
    int axis = node.axis("axis", 0, type.rank());
    Operand positions = checked(node, List.of(type.extent(axis)));
    return List.of(
        node.emit(
            form == Form.SLICES ? new Gather(axis) : new GatherElements(axis), data, positions));
  }

  private static Operand checked(ConversionContext node, List<Long> extents) {
    return extents.isEmpty()
        ? node.input(1)
        : node.call(new IndexCheck(extents), List.of(node.type(1)), node.input(1)).getFirst();
  }
}
