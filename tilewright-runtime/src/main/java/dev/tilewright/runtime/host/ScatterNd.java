package dev.tilewright.runtime.host;

import dev.tilewright.base.Shape;
import dev.tilewright.base.UserException;
import dev.tilewright.runtime.Tensor;
import java.util.ArrayList;
import java.util.List;

/**
 * The first input with slices written to: each row of the second input is the position of a slice,
 * which the third input has. Where several go to one place they are taken in order.
 */
public record ScatterNd(ScatterReduction reduction) implements PlannableOperator {
  static final String NAME = "scatter_nd";

  static ScatterNd of(HostAttributes attributes) {
    return new ScatterNd(attributes.constant("reduction", ScatterReduction.class));
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public HostAttributes attributes() {
    return HostAttributes.none().with("reduction", reduction.name());
  }

  @Override
  public List<Tensor> evaluate(List<Tensor> inputs) {
    Tensor result = inputs.get(0).copy();
    Tensor positions = inputs.get(1);
    Tensor updates = inputs.get(2);
    Shape shape = result.shape();
    int depth = depth(result, positions, updates);
    long slice = 1;
    for (int d = depth; d < shape.rank(); d++) {
      slice *= shape.extent(d);
    }
    long[] strides = shape.strides();
    long rows =
        depth == 0
            ? updates.shape().elements() / Math.max(1, slice)
            : positions.shape().elements() / depth;
    for (long row = 0; row < rows; row++) {
      long target = 0;
      for (int d = 0; d < depth; d++) {
        long position = positions.getLong(row * depth + d);
        target += IndexCheck.require(NAME, position, shape.extent(d)) * strides[d];
      }
      for (long i = 0; i < slice; i++) {
        reduction.apply(result, target + i, updates, row * slice + i);
      }
    }
    return List.of(result);
  }

  /** The number of positions in a row. */
  private static int depth(Tensor data, Tensor positions, Tensor updates) {
    int rank = positions.shape().rank();
    long depth = rank == 0 ? -1 : positions.shape().extent(rank - 1);
    boolean fits =
        0 <= depth
            && depth <= data.shape().rank()
            && positions.dtype().isInteger()
            && updates.dtype().equals(data.dtype())
            && updates.shape().equals(updated(data.shape(), positions.shape(), (int) depth));
    if (!fits) {
      throw new UserException(
          "scatter_nd of %s: positions %s and updates %s; expected a slice of the data a row"
              .formatted(data, positions, updates));
    }
    return (int) depth;
  }

  private static Shape updated(Shape data, Shape positions, int depth) {
    List<Long> extents = new ArrayList<>();
    for (int d = 0; d < positions.rank() - 1; d++) {
      extents.add(positions.extent(d));
    }
    for (int d = depth; d < data.rank(); d++) {
      extents.add(data.extent(d));
    }
    return Shape.of(extents);
  }
}
