package dev.tilewright.graph.onnx;

import dev.tilewright.graph.ops.Layout;
import dev.tilewright.graph.ops.MaxPoolPositions;
import dev.tilewright.graph.ops.Pool;
import dev.tilewright.graph.ops.Window;
import java.util.List;

/**
 * {@code MaxPool} and {@code AveragePool}.
 *
 * @param max whether the largest element is taken, else the average
 */
record PoolConverter(boolean max) implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    Attributes attributes = node.attributes();
    Window window = WindowReader.read(node, kernel(node), node.shape(0));
    boolean roundUp = attributes.flag("ceil_mode", false);
    Pool pool = new Pool(kind(attributes), window, roundUp, Layout.CHANNELS_FIRST);
    if (!max || !node.wants(1)) {
      return node.apply(pool);
    }
    boolean columnMajor = attributes.flag("storage_order", false);
    return List.of(
        node.emit(pool, node.input(0)),
        node.emit(new MaxPoolPositions(window, roundUp, columnMajor), node.input(0)));
  }

  /** The window's extents. */
  static List<Long> kernel(ConversionContext node) {
    return node.attributes()
        .integers("kernel_shape")
        .orElseThrow(() -> node.refuse("the attribute kernel_shape is missing"));
  }

  private Pool.Kind kind(Attributes attributes) {
    if (max) {
      return Pool.Kind.MAX;
    }
    return attributes.flag("count_include_pad", false)
        ? Pool.Kind.AVERAGE_WITH_PADDING
        : Pool.Kind.AVERAGE;
  }
}
