package dev.tilewright.graph.onnx;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.runtime.Tensor;

/**
 * The weights of the neighbours of a position, as {@code Resize} takes them along one dimension.
 *
 * @param cubic whether neighbours up to 2 away count (Keys, "Cubic convolution interpolation for
 *     digital image processing", 1981), else linearly those up to 1 away
 * @param steepness the coefficient a of the cubic kernel
 * @param antialias whether the kernel grows by the factor that the image shrinks by
 * @param excludeOutside whether neighbours outside of the input have no weight, else the elements
 *     at the ends stand for them
 */
record ResizeKernel(boolean cubic, double steepness, boolean antialias, boolean excludeOutside) {
  /** Positions and weights of the neighbours, as many for each position. */
  record Taps(Tensor positions, Tensor weights) {}

  Taps taps(double[] positions, double scale, long extent, DType dtype) {
    double shrink = antialias ? Math.min(scale, 1) : 1;
    int first = (int) Math.floor(-(cubic ? 2 : 1) / shrink) + 1;
    int count = 2 - 2 * first;
    Shape shape = Shape.of(positions.length, count);
    Tensor places = Tensor.allocate(DType.INT64, shape);
    Tensor weights = Tensor.allocate(dtype, shape);
    for (int i = 0; i < positions.length; i++) {
      // The neighbour on the left is strictly on the left, as ONNX defines it.
      long left = (long) Math.ceil(positions[i]) - 1;
      double[] row = new double[count];
      double sum = 0;
      for (int k = 0; k < count; k++) {
        long place = left + first + k;
        boolean counts = !excludeOutside || place >= 0 && place < extent;
        row[k] = counts ? weight(shrink * (place - positions[i])) : 0;
        sum += row[k];
        places.set((long) i * count + k, Math.clamp(place, 0, extent - 1));
      }
      for (int k = 0; k < count; k++) {
        weights.set((long) i * count + k, sum == 0 ? 0 : row[k] / sum);
      }
    }
    return new Taps(places, weights);
  }

  private double weight(double distance) {
    double x = Math.abs(distance);
    if (!cubic) {
      return Math.max(0, 1 - x);
    }
    if (x <= 1) {
      return ((steepness + 2) * x - (steepness + 3)) * x * x + 1;
    }
    return x < 2 ? ((steepness * x - 5 * steepness) * x + 8 * steepness) * x - 4 * steepness : 0;
  }
}
