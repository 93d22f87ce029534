package dev.tilewright.graph.onnx;

import dev.tilewright.graph.ops.FoldBlocks;
import dev.tilewright.graph.ops.Window;
import java.util.List;

/** {@code Col2Im}. */
final class Col2ImConverter implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    List<Long> image = node.knownIntegers(1);
    List<Long> kernel = node.knownIntegers(2);
    int rank = kernel.size();
    Attributes attributes = node.attributes();
    List<Long> pads = attributes.integers("pads", 2 * rank, 0);
    Window window =
        new Window(
            kernel,
            attributes.integers("strides", rank, 1),
            attributes.integers("dilations", rank, 1),
            pads.subList(0, rank),
            pads.subList(rank, 2 * rank));
    return List.of(node.emit(new FoldBlocks(window, image), node.input(0)));
  }
}
