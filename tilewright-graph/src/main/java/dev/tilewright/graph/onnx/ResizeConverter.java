package dev.tilewright.graph.onnx;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.graph.ops.Gather;
import dev.tilewright.graph.ops.Resample;
import dev.tilewright.graph.ops.Resize;
import dev.tilewright.runtime.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * {@code Resize} and its forerunner {@code Upsample}. The common kinds are an operator that
 * computes positions exactly; all others take weighted sums along one dimension after the other,
 * whose positions and weights are computed here.
 */
final class ResizeConverter implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    ResizeSizes sizes = ResizeSizes.read(node);
    for (int axis = 0; axis < sizes.sizes().size(); axis++) {
      if (sizes.sizes().get(axis) <= 0 || node.shape(0).extent(axis) == 0) {
        throw node.refuse(
            "axis %d of %s would have %d elements; expected some before and after",
            axis, node.type(0), sizes.sizes().get(axis));
      }
    }
    String mode = node.attributes().string("mode", "nearest");
    String mapping =
        node.attributes()
            .string(
                "coordinate_transformation_mode", node.opset() < 11 ? "asymmetric" : "half_pixel");
    return switch (mode) {
      case "nearest" -> List.of(nearest(node, sizes, mapping));
      case "linear", "bilinear" ->
          List.of(
              isExact(node, mapping)
                  ? exact(node, sizes, mapping, Resize.Sampling.LINEAR)
                  : interpolated(node, sizes, mapping, false));
      case "cubic" -> List.of(interpolated(node, sizes, mapping, true));
      default -> throw node.refuse("mode is '%s'; expected nearest, linear or cubic", mode);
    };
  }

  /** True if {@link Resize} computes this linear interpolation. */
  private static boolean isExact(ConversionContext node, String mapping) {
    return Resize.Mapping.find(mapping).isPresent()
        && node.type(0).dtype().isFloat()
        && !node.attributes().flag("antialias", false)
        && !node.attributes().flag("exclude_outside", false);
  }

  private static Operand exact(
      ConversionContext node, ResizeSizes sizes, String mapping, Resize.Sampling sampling) {
    Resize.Mapping found = Resize.Mapping.find(mapping).orElseThrow();
    return node.emit(new Resize(sizes.sizes(), sizes.scales(), found, sampling), node.input(0));
  }

  private static Operand nearest(ConversionContext node, ResizeSizes sizes, String mapping) {
    Resize.Sampling sampling = node.opset() < 11 ? oldNearest(node, sizes) : rounding(node);
    if (Resize.Mapping.find(mapping).isPresent()) {
      return exact(node, sizes, mapping, sampling);
    }
    Operand result = node.input(0);
    for (int axis = 0; axis < result.type().rank(); axis++) {
      ResizePositions positions = ResizePositions.of(node, mapping, sizes, axis);
      long last = node.shape(0).extent(axis) - 1;
      long[] nearest =
          DoubleStream.of(positions.positions())
              .mapToLong(x -> Math.clamp(round(x, sampling), 0, last))
              .toArray();
      Operand taken = new Operand.Known(Tensor.of(Shape.of(nearest.length), nearest));
      result = node.emit(new Gather(axis), result, taken);
    }
    return extrapolated(node, sizes, mapping, result);
  }

  private static long round(double position, Resize.Sampling sampling) {
    return (long)
        switch (sampling) {
          case NEAREST_DOWN -> Math.ceil(position - 0.5);
          case NEAREST_UP -> Math.floor(position + 0.5);
          case CEIL -> Math.ceil(position);
          case FLOOR, LINEAR -> Math.floor(position);
        };
  }

  private static Operand interpolated(
      ConversionContext node, ResizeSizes sizes, String mapping, boolean cubic) {
    Attributes attributes = node.attributes();
    ResizeKernel kernel =
        new ResizeKernel(
            cubic,
            attributes.real("cubic_coeff_a", -0.75),
            attributes.flag("antialias", false),
            attributes.flag("exclude_outside", false));
    Formula formula = new Formula(node);
    DType dtype = node.type(0).dtype();
    Operand result = formula.cast(node.input(0), dtype.isFloat() ? dtype : DType.FLOAT32);
    for (int axis = 0; axis < result.type().rank(); axis++) {
      long extent = node.shape(0).extent(axis);
      double scale = sizes.scales().get(axis);
      ResizePositions positions = ResizePositions.of(node, mapping, sizes, axis);
      if (isIdentity(positions.positions(), extent)) {
        continue;
      }
      ResizeKernel.Taps taps =
          kernel.taps(positions.positions(), scale, extent, result.type().dtype());
      result =
          node.emit(
              new Resample(axis),
              result,
              new Operand.Known(taps.positions()),
              new Operand.Known(taps.weights()));
    }
    return formula.cast(extrapolated(node, sizes, mapping, result), dtype);
  }

  private static boolean isIdentity(double[] positions, long extent) {
    return positions.length == extent
        && IntStream.range(0, positions.length).allMatch(i -> positions[i] == i);
  }

  /** A given value where the region of interest reaches out of the input. */
  private static Operand extrapolated(
      ConversionContext node, ResizeSizes sizes, String mapping, Operand result) {
    if (!mapping.equals("tf_crop_and_resize")) {
      return result;
    }
    Formula formula = new Formula(node);
    Operand value = formula.like(result, node.attributes().real("extrapolation_value", 0));
    Operand masked = result;
    for (int axis = 0; axis < result.type().rank(); axis++) {
      boolean[] outside =
          ResizePositions.of(node, mapping, sizes, axis).outside(node.shape(0).extent(axis));
      long[] extents = new long[result.type().rank()];
      Arrays.fill(extents, 1);
      extents[axis] = outside.length;
      Tensor mask = Tensor.allocate(DType.BOOL, Shape.of(extents));
      for (int i = 0; i < outside.length; i++) {
        mask.set(i, outside[i] ? 1L : 0L);
      }
      masked = formula.where(new Operand.Known(mask), value, masked);
    }
    return masked;
  }

  /** Before opset 11: the lower neighbour when the image grows, the higher one when it shrinks. */
  private static Resize.Sampling oldNearest(ConversionContext node, ResizeSizes sizes) {
    boolean shrinks = sizes.scales().stream().anyMatch(scale -> scale < 1);
    if (shrinks && sizes.scales().stream().anyMatch(scale -> scale > 1)) {
      throw node.refuse("scales %s grow and shrink; expected one of the two", sizes.scales());
    }
    return shrinks ? Resize.Sampling.CEIL : Resize.Sampling.FLOOR;
  }

  private static Resize.Sampling rounding(ConversionContext node) {
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
}
