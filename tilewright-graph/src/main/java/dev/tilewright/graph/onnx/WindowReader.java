package dev.tilewright.graph.onnx;

import dev.tilewright.base.Shape;
import dev.tilewright.graph.ops.Window;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;

/** The attributes that convolutions and poolings share. */
final class WindowReader {
  private WindowReader() {}

  /**
   * The window that a node describes.
   *
   * @param kernel number of taps, one a spatial dimension
   * @param data shape of the input: batch, channels, spatial dimensions
   */
  static Window read(ConversionContext node, List<Long> kernel, Shape data) {
    Attributes attributes = node.attributes();
    int rank = kernel.size();
    if (rank < 1 || rank > 3 || data.rank() != rank + 2) {
      throw node.refuse(
          "kernel %s on an input %s; expected 1 to 3 spatial dimensions, the input with two more",
          kernel, data);
    }
    List<Long> strides = attributes.integers("strides", rank, 1);
    List<Long> dilations = attributes.integers("dilations", rank, 1);
    List<Long> zeros = Collections.nCopies(rank, 0L);
    String mode = attributes.string("auto_pad", "NOTSET");
    Window unpadded = new Window(kernel, strides, dilations, zeros, zeros);
    List<Long> spatial = LongStream.of(data.toArray()).skip(2).boxed().toList();
    return switch (mode) {
      case "NOTSET" -> {
        List<Long> pads = attributes.integers("pads", 2 * rank, 0);
        yield new Window(
            kernel, strides, dilations, pads.subList(0, rank), pads.subList(rank, 2 * rank));
      }
      case "VALID" -> unpadded;
      case "SAME_UPPER" -> unpadded.withSamePads(spatial, true);
      case "SAME_LOWER" -> unpadded.withSamePads(spatial, false);
      default ->
          throw node.refuse(
              "auto_pad is '%s'; expected NOTSET, VALID, SAME_UPPER or SAME_LOWER", mode);
    };
  }
}
