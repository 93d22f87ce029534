package dev.tilewright.runtime.host;

import dev.tilewright.base.Shape;
import dev.tilewright.base.UserException;
import dev.tilewright.runtime.Tensor;
import java.util.List;

/**
 * Regions of images resampled to a fixed size (He et al., "Mask R-CNN", 2017): inputs images
 * (batch, channels, height, width), regions (left, top, right, bottom) and the image of each
 * region. Each element of the result is the average or maximum of samples in its part of the
 * region.
 *
 * @param samples a dimension and part; 0 for as many as the part has elements
 * @param scale factor from the regions' coordinates to elements
 * @param halfPixel whether coordinates are those of element edges, else of centres; then regions
 *     have at least one element
 */
public record RoiAlign(
    boolean largest, int height, int width, int samples, double scale, boolean halfPixel)
    implements PlannableOperator {
  static final String NAME = "roi_align";

  static RoiAlign of(HostAttributes attributes) {
    return new RoiAlign(
        attributes.flag("largest"),
        attributes.axis("height"),
        attributes.axis("width"),
        attributes.axis("samples"),
        attributes.real("scale"),
        attributes.flag("halfPixel"));
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public HostAttributes attributes() {
    return HostAttributes.none()
        .with("largest", largest)
        .with("height", height)
        .with("width", width)
        .with("samples", samples)
        .with("scale", scale)
        .with("halfPixel", halfPixel);
  }

  /** A part of a region along one dimension: where its samples begin and how far apart they are. */
  private record Span(double start, double size, int parts, int count) {
    double sample(int part, int number) {
      return start + part * size + (number + 0.5) * size / count;
    }
  }

  @Override
  public List<Tensor> evaluate(List<Tensor> inputs) {
    Tensor images = inputs.get(0);
    Tensor regions = inputs.get(1);
    Tensor owners = inputs.get(2);
    if (images.shape().rank() != 4
        || regions.shape().rank() != 2
        || regions.shape().extent(1) != 4
        || owners.shape().elements() != regions.shape().extent(0)) {
      throw new UserException(
          "roi_align of %s: regions %s of images %s; expected four numbers and an image a region"
              .formatted(images, regions, owners));
    }
    long count = regions.shape().extent(0);
    long channels = images.shape().extent(1);
    Tensor result = Tensor.allocate(images.dtype(), Shape.of(count, channels, height, width));
    for (long region = 0; region < count; region++) {
      long image = IndexCheck.require(NAME, owners.getLong(region), images.shape().extent(0));
      Span vertical = span(regions, region * 4 + 1, height);
      Span horizontal = span(regions, region * 4, width);
      for (long channel = 0; channel < channels; channel++) {
        long first = (region * channels + channel) * height * width;
        fill(images, image * channels + channel, vertical, horizontal, result, first);
      }
    }
    return List.of(result);
  }

  private Span span(Tensor regions, long start, int parts) {
    double offset = halfPixel ? 0.5 : 0;
    double low = regions.getDouble(start) * scale - offset;
    double high = regions.getDouble(start + 2) * scale - offset;
    double length = halfPixel ? high - low : Math.max(high - low, 1);
    double size = length / parts;
    int count = samples > 0 ? samples : (int) Math.ceil(size);
    return new Span(low, size, parts, Math.max(0, count));
  }

  private void fill(
      Tensor images, long plane, Span vertical, Span horizontal, Tensor result, long first) {
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        result.set(first + (long) y * width + x, part(images, plane, vertical, y, horizontal, x));
      }
    }
  }

  private double part(Tensor images, long plane, Span vertical, int y, Span horizontal, int x) {
    double sum = 0;
    double best = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < vertical.count(); i++) {
      for (int j = 0; j < horizontal.count(); j++) {
        double[] terms = terms(images, plane, vertical.sample(y, i), horizontal.sample(x, j));
        for (double term : terms) {
          sum += term;
          best = Math.max(best, term);
        }
      }
    }
    int count = vertical.count() * horizontal.count();
    if (largest) {
      return count == 0 ? 0 : best;
    }
    return sum / Math.max(1, count);
  }

  /** The four neighbours of a position, each times its weight; zeros outside of the image. */
  private static double[] terms(Tensor images, long plane, double givenY, double givenX) {
    long rows = images.shape().extent(2);
    long columns = images.shape().extent(3);
    if (givenY < -1 || givenY > rows || givenX < -1 || givenX > columns) {
      return new double[4];
    }
    double y = Math.clamp(givenY, 0, rows - 1.0);
    double x = Math.clamp(givenX, 0, columns - 1.0);
    long top = (long) y;
    long left = (long) x;
    long bottom = Math.min(top + 1, rows - 1);
    long right = Math.min(left + 1, columns - 1);
    double down = y - top;
    double across = x - left;
    long start = plane * rows * columns;
    return new double[] {
      (1 - down) * (1 - across) * images.getDouble(start + top * columns + left),
      (1 - down) * across * images.getDouble(start + top * columns + right),
      down * (1 - across) * images.getDouble(start + bottom * columns + left),
      down * across * images.getDouble(start + bottom * columns + right)
    };
  }
}
