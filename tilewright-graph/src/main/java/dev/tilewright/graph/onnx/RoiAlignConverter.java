package dev.tilewright.graph.onnx;

import dev.tilewright.graph.ops.TensorType;
import dev.tilewright.runtime.host.RoiAlign;
import java.util.List;
import java.util.Locale;

/** {@code RoiAlign}; opset 16 moved the coordinates by half an element. */
final class RoiAlignConverter implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    Attributes attributes = node.attributes();
    String mode = attributes.string("mode", "avg").toLowerCase(Locale.ROOT);
    if (!mode.equals("avg") && !mode.equals("max")) {
      throw node.refuse("mode is '%s'; expected avg or max", mode);
    }
    String mapping =
        attributes.string(
            "coordinate_transformation_mode",
            node.opset() < 16 ? "output_half_pixel" : "half_pixel");
    RoiAlign align =
        new RoiAlign(
            mode.equals("max"),
            attributes.axis("output_height", 1),
            attributes.axis("output_width", 1),
            attributes.axis("sampling_ratio", 0),
            attributes.real("spatial_scale", 1),
            mapping.equals("half_pixel"));
    TensorType images = node.type(0);
    if (images.rank() != 4 || align.height() < 1 || align.width() < 1) {
      throw node.refuse(
          "images %s to %d x %d; expected rank 4 and some elements",
          images, align.height(), align.width());
    }
    long regions = node.shape(1).rank() == 0 ? 0 : node.shape(1).extent(0);
    TensorType result =
        TensorType.of(images.dtype(), regions, images.extent(1), align.height(), align.width());
    return node.call(align, List.of(result), node.input(0), node.input(1), node.input(2));
  }
}
