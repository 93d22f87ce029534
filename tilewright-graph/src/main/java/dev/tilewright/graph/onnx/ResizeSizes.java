package dev.tilewright.graph.onnx;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * The extents that {@code Resize} asks for, one a dimension, with the factors that map positions.
 * Dimensions that are not among its axes stay.
 *
 * @param starts where the region of interest begins, as a part of the extent
 * @param ends where it ends
 */
record ResizeSizes(List<Long> sizes, List<Double> scales, List<Double> starts, List<Double> ends) {
  static ResizeSizes read(ConversionContext node) {
    int rank = node.type(0).rank();
    List<Integer> axes =
        node.attributes().axes("axes").orElse(IntStream.range(0, rank).boxed().toList()).stream()
            .map(axis -> node.axis(axis, rank))
            .toList();
    Reader reader = new Reader(node, axes);
    Optional<List<Double>> scales = reader.scales();
    if (scales.isPresent()) {
      reader.byScales(scales.get());
    } else {
      reader.bySizes(node.knownIntegers(3));
    }
    return reader.finish();
  }

  /** Collects the values of the axes. */
  private static final class Reader {
    private final ConversionContext node;
    private final List<Integer> axes;
    private final List<Long> sizes = new ArrayList<>();
    private final List<Double> factors = new ArrayList<>();

    Reader(ConversionContext node, List<Integer> axes) {
      this.node = node;
      this.axes = axes;
      for (long extent : node.shape(0).toArray()) {
        sizes.add(extent);
        factors.add(1.0);
      }
    }

    /**
     * An attribute of Upsample 7 and two of Upsample 1, the second input of Upsample 9 and Resize
     * 10, the third one since.
     */
    Optional<List<Double>> scales() {
      Attributes attributes = node.attributes();
      if (attributes.has("height_scale") && node.type(0).rank() == 4) {
        double height = attributes.real("height_scale", 1);
        return Optional.of(List.of(1.0, 1.0, height, attributes.real("width_scale", 1)));
      }
      Optional<List<Float>> attribute = attributes.reals("scales");
      if (attribute.isPresent()) {
        return attribute.map(list -> list.stream().map(Float::doubleValue).toList());
      }
      int input = node.opset() < 11 ? 1 : 2;
      if (!node.hasInput(input) || node.shape(input).elements() == 0) {
        return Optional.empty();
      }
      return Optional.of(DoubleStream.of(node.known(input).toDoubles()).boxed().toList());
    }

    void byScales(List<Double> scales) {
      requireOneAnAxis(scales.size());
      for (int i = 0; i < axes.size(); i++) {
        int axis = axes.get(i);
        factors.set(axis, scales.get(i));
        sizes.set(axis, (long) Math.floor(sizes.get(axis) * scales.get(i)));
      }
    }

    void bySizes(List<Long> wanted) {
      requireOneAnAxis(wanted.size());
      String policy = node.attributes().string("keep_aspect_ratio_policy", "stretch");
      DoubleStream each =
          IntStream.range(0, axes.size())
              .mapToDouble(i -> (double) wanted.get(i) / sizes.get(axes.get(i)));
      switch (policy) {
        case "stretch" -> {
          for (int i = 0; i < axes.size(); i++) {
            factors.set(axes.get(i), (double) wanted.get(i) / sizes.get(axes.get(i)));
            sizes.set(axes.get(i), wanted.get(i));
          }
        }
        case "not_larger" -> oneFactor(each.min().orElse(1));
        case "not_smaller" -> oneFactor(each.max().orElse(1));
        default ->
            throw node.refuse(
                "keep_aspect_ratio_policy is '%s'; expected stretch, not_larger or not_smaller",
                policy);
      }
    }

    private void oneFactor(double factor) {
      for (int axis : axes) {
        factors.set(axis, factor);
        sizes.set(axis, (long) Math.floor(factor * sizes.get(axis) + 0.5));
      }
    }

    private void requireOneAnAxis(int values) {
      if (values != axes.size()) {
        throw node.refuse(
            "%d scales or sizes for %s; expected one a dimension", values, node.type(0));
      }
    }

    ResizeSizes finish() {
      List<Double> starts = new ArrayList<>(Collections.nCopies(sizes.size(), 0.0));
      List<Double> ends = new ArrayList<>(Collections.nCopies(sizes.size(), 1.0));
      boolean crops =
          node.attributes()
              .string("coordinate_transformation_mode", "")
              .equals("tf_crop_and_resize");
      if (crops) {
        double[] region = node.known(1).toDoubles();
        if (region.length != 2 * axes.size()) {
          throw node.refuse(
              "the region has %d values; expected %d", region.length, 2 * axes.size());
        }
        for (int i = 0; i < axes.size(); i++) {
          starts.set(axes.get(i), region[i]);
          ends.set(axes.get(i), region[axes.size() + i]);
        }
      }
      return new ResizeSizes(sizes, factors, starts, ends);
    }
  }
}
