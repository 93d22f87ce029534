package dev.tilewright.graph.onnx;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.runtime.Tensor;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code AffineGrid}: the positions of an image of a known size, from -1 to 1, under an affine map
 * of each image; what GridSample reads.
 */
final class AffineGridConverter implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    List<Long> size = node.knownIntegers(1);
    int spatial = size.size() - 2;
    if (spatial != 2 && spatial != 3) {
      throw node.refuse("the size is %s; expected 4 or 5 extents", size);
    }
    boolean corners = node.attributes().flag("align_corners", false);
    Formula formula = new Formula(node);
    DType dtype = node.type(0).dtype();
    List<Long> image = size.subList(2, size.size());
    Operand positions = new Operand.Known(positions(image, corners, dtype));
    Operand turned = formula.transpose(node.input(0), 0, 2, 1);
    Operand grid = formula.matmul(positions, turned);
    List<Long> shape = new ArrayList<>(image);
    shape.addFirst(size.getFirst());
    shape.add((long) spatial);
    return List.of(formula.reshape(grid, Shape.of(shape)));
  }

  /** A row for each pixel: its position along the last dimension first, and 1. */
  private static Tensor positions(List<Long> image, boolean corners, DType dtype) {
    Shape shape = Shape.of(image);
    long[] strides = shape.strides();
    int rank = image.size();
    Tensor rows = Tensor.allocate(dtype, Shape.of(shape.elements(), rank + 1));
    for (long pixel = 0; pixel < shape.elements(); pixel++) {
      for (int d = 0; d < rank; d++) {
        long extent = image.get(d);
        long at = pixel / strides[d] % extent;
        rows.set(pixel * (rank + 1) + rank - 1 - d, position(at, extent, corners));
      }
      rows.set(pixel * (rank + 1) + rank, 1.0);
    }
    return rows;
  }

  private static double position(long at, long extent, boolean corners) {
    if (corners) {
      return extent == 1 ? -1 : 2.0 * at / (extent - 1) - 1;
    }
    return (2.0 * at + 1) / extent - 1;
  }
}
