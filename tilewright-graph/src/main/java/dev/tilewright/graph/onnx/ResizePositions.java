package dev.tilewright.graph.onnx;

/**
 * The positions in the input that the elements of one dimension of a {@code Resize} fall on.
 *
 * @param positions one an element of the result
 */
record ResizePositions(double[] positions) {
  /**
   * @param mode the coordinate transformation
   * @param extent of the input
   */
  static ResizePositions of(ConversionContext node, String mode, ResizeSizes sizes, int axis) {
    long extent = node.shape(0).extent(axis);
    int count = Math.toIntExact(sizes.sizes().get(axis));
    double scale = sizes.scales().get(axis);
    double start = sizes.starts().get(axis);
    double end = sizes.ends().get(axis);
    // The size before it was rounded.
    double size = scale * extent;
    double[] positions = new double[count];
    for (int i = 0; i < count; i++) {
      positions[i] =
          switch (mode) {
            case "half_pixel" -> (i + 0.5) / scale - 0.5;
            case "half_pixel_symmetric" ->
                extent / 2.0 * (1 - count / size) + (i + 0.5) / scale - 0.5;
            case "pytorch_half_pixel" -> count > 1 ? (i + 0.5) / scale - 0.5 : 0;
            case "tf_half_pixel_for_nn" -> (i + 0.5) / scale;
            case "asymmetric" -> i / scale;
            case "align_corners" -> count > 1 ? i * (extent - 1.0) / (size - 1) : 0;
            case "tf_crop_and_resize" ->
                count > 1
                    ? start * (extent - 1) + i * (end - start) * (extent - 1) / (count - 1.0)
                    : (start + end) * (extent - 1) / 2;
            default ->
                throw node.refuse(
                    "coordinate_transformation_mode is '%s'; expected half_pixel,"
                        + " half_pixel_symmetric, pytorch_half_pixel, tf_half_pixel_for_nn,"
                        + " asymmetric, align_corners or tf_crop_and_resize",
                    mode);
          };
    }
    return new ResizePositions(positions);
  }

  /** True for each position that is outside of an input of this extent. */
  boolean[] outside(long extent) {
    boolean[] outside = new boolean[positions.length];
    for (int i = 0; i < outside.length; i++) {
      outside[i] = positions[i] < 0 || positions[i] > extent - 1;
    }
    return outside;
  }
}
