package dev.tilewright.runtime.host;

import dev.tilewright.base.Shape;
import dev.tilewright.base.UserException;
import dev.tilewright.runtime.Tensor;
import java.util.List;

/**
 * The first input with elements written to: each element of the third input goes to its own place,
 * but along the axis to the position that the second input holds. Where several go to one place
 * they are taken in order.
 */
public record ScatterElements(int axis, ScatterReduction reduction) implements PlannableOperator {
  static final String NAME = "scatter_elements";

  static ScatterElements of(HostAttributes attributes) {
    return new ScatterElements(
        attributes.axis("axis"), attributes.constant("reduction", ScatterReduction.class));
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public HostAttributes attributes() {
    return HostAttributes.none().with("axis", axis).with("reduction", reduction.name());
  }

  @Override
  public List<Tensor> evaluate(List<Tensor> inputs) {
    Tensor result = inputs.get(0).copy();
    Tensor positions = inputs.get(1);
    Tensor updates = inputs.get(2);
    Shape shape = result.shape();
    Shape places = positions.shape();
    requireFitting(result, positions, updates);
    int along = Lines.axis(NAME, axis, shape);
    long[] strides = shape.strides();
    long[] at = new long[shape.rank()];
    for (long i = 0; i < places.elements(); i++) {
      long rest = i;
      for (int d = at.length - 1; d >= 0; d--) {
        at[d] = rest % places.extent(d);
        rest /= places.extent(d);
      }
      at[along] = IndexCheck.require(NAME, positions.getLong(i), shape.extent(along));
      long target = 0;
      for (int d = 0; d < at.length; d++) {
        target += at[d] * strides[d];
      }
      reduction.apply(result, target, updates, i);
    }
    return List.of(result);
  }

  private void requireFitting(Tensor data, Tensor positions, Tensor updates) {
    int along = Lines.axis(NAME, axis, data.shape());
    boolean fits =
        positions.shape().rank() == data.shape().rank()
            && positions.shape().equals(updates.shape())
            && updates.dtype().equals(data.dtype())
            && positions.dtype().isInteger();
    for (int d = 0; fits && d < data.shape().rank(); d++) {
      fits = d == along || positions.shape().extent(d) <= data.shape().extent(d);
    }
    if (!fits) {
      throw new UserException(
          "scatter_elements of %s: positions %s and updates %s; expected one shape inside of the data's"
              .formatted(data, positions, updates));
    }
  }
}
