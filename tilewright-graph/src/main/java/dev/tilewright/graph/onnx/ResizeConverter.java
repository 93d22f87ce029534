package dev.tilewright.graph.onnx;

import dev.tilewright.graph.ops.Resize;
import dev.tilewright.runtime.Tensor;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;

/**
 * {@code Resize} and its forerunner {@code Upsample}. The factors are an attribute of Upsample 7,
 * the second input of Upsample 9 and Resize 10, and the third input, or sizes the fourth, of Resize
 * since 11, which also has a choice of coordinates.
 */
final class ResizeConverter implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    refuseUnknownOptions(node);
    Resize.Mapping mapping = mapping(node);
    Optional<List<Double>> scales = scales(node);
    Resize.Sampling sampling = sampling(node, scales.orElse(List.of()));
    if (scales.isPresent()) {
      requireRank(node, scales.get().size());
      return List.of(
          node.emit(
              Resize.byScales(node.shape(0), scales.get(), mapping, sampling), node.input(0)));
    }
    List<Long> sizes = node.knownIntegers(3);
    requireRank(node, sizes.size());
    return List.of(
        node.emit(Resize.toSizes(node.shape(0), sizes, mapping, sampling), node.input(0)));
  }

  private static void requireRank(ConversionContext node, int values) {
    if (values != node.type(0).rank()) {
      throw node.refuse(
          "%d scales or sizes for %s; expected one a dimension", values, node.type(0));
    }
  }

  private static Optional<List<Double>> scales(ConversionContext node) {
    Optional<List<Float>> attribute = node.attributes().reals("scales");
    if (attribute.isPresent()) {
      return attribute.map(list -> list.stream().map(Float::doubleValue).toList());
    }
    int input = node.opset() < 11 ? 1 : 2;
    if (!node.hasInput(input) || node.shape(input).elements() == 0) {
      return Optional.empty();
    }
    Tensor tensor = node.known(input);
    return Optional.of(DoubleStream.of(tensor.toDoubles()).boxed().toList());
  }

  private static Resize.Mapping mapping(ConversionContext node) {
    String otherwise = node.opset() < 11 ? "asymmetric" : "half_pixel";
    String mode = node.attributes().string("coordinate_transformation_mode", otherwise);
    return switch (mode) {
      case "half_pixel" -> Resize.Mapping.HALF_PIXEL;
      case "pytorch_half_pixel" -> Resize.Mapping.PYTORCH_HALF_PIXEL;
      case "asymmetric" -> Resize.Mapping.ASYMMETRIC;
      case "align_corners" -> Resize.Mapping.ALIGN_CORNERS;
      default ->
          throw node.refuse(
              "coordinate_transformation_mode is '%s'; expected half_pixel, pytorch_half_pixel,"
                  + " asymmetric or align_corners",
              mode);
    };
  }

  private static Resize.Sampling sampling(ConversionContext node, List<Double> scales) {
    String mode = node.attributes().string("mode", "nearest");
    return switch (mode) {
      case "nearest" -> node.opset() < 11 ? oldNearest(node, scales) : nearest(node);
      case "linear", "bilinear" -> Resize.Sampling.LINEAR;
      default -> throw node.refuse("mode is '%s'; expected nearest or linear", mode);
    };
  }

  /** Before opset 11: the lower neighbour when the image grows, the higher one when it shrinks. */
  private static Resize.Sampling oldNearest(ConversionContext node, List<Double> scales) {
    boolean shrinks = scales.stream().anyMatch(scale -> scale < 1);
    if (shrinks && scales.stream().anyMatch(scale -> scale > 1)) {
      throw node.refuse("scales %s grow and shrink; expected one of the two", scales);
    }
    return shrinks ? Resize.Sampling.CEIL : Resize.Sampling.FLOOR;
  }

  private static Resize.Sampling nearest(ConversionContext node) {
    String mode = node.attributes().string("nearest_mode", "round_prefer_floor");
    return switch (mode) {
      case "round_prefer_floor" -> Resize.Sampling.NEAREST_DOWN;
      case "round_prefer_ceil" -> Resize.Sampling.NEAREST_UP;
      case "floor" -> Resize.Sampling.FLOOR;
      case "ceil" -> Resize.Sampling.CEIL;
      default ->
          throw node.refuse(
              "nearest_mode is '%s'; expected round_prefer_floor, round_prefer_ceil, floor or ceil",
              mode);
    };
  }

  private static void refuseUnknownOptions(ConversionContext node) {
    Attributes attributes = node.attributes();
    if (attributes.flag("antialias", false)
        || attributes.flag("exclude_outside", false)
        || attributes.has("axes")
        || !attributes.string("keep_aspect_ratio_policy", "stretch").equals("stretch")) {
      throw node.refuse(
          "antialias, exclude_outside, axes or keep_aspect_ratio_policy; expected none of them");
    }
  }
}
