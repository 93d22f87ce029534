package dev.tilewright.runtime.host;

import dev.tilewright.base.DType;
import dev.tilewright.base.UserException;
import dev.tilewright.runtime.Tensor;
import java.util.List;

/** The same bits as another type of the same width. */
public record BitCast(DType target) implements PlannableOperator {
  static final String NAME = "bit_cast";

  static BitCast of(HostAttributes attributes) {
    return new BitCast(DType.parse(attributes.string("target")));
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public HostAttributes attributes() {
    return HostAttributes.none().with("target", target);
  }

  @Override
  public List<Tensor> evaluate(List<Tensor> inputs) {
    Tensor input = inputs.getFirst();
    if (input.dtype().bits() != target.bits()) {
      throw new UserException(
          "bit_cast of %s to %s: expected a type of the same width".formatted(input, target));
    }
    return List.of(Tensor.wrap(target, input.shape(), input.segment()));
  }
}
