package dev.tilewright.runtime.host;

import dev.tilewright.base.UserException;
import dev.tilewright.runtime.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The input itself, if each element is a position on its axis: from minus the extent to before the
 * extent. Kernels cannot report errors, so this stands before those that read at such positions.
 *
 * @param extents of the axes that the elements are positions on, in turn; one for all alike
 */
public record IndexCheck(List<Long> extents) implements PlannableOperator {
  static final String NAME = "index_check";

  public IndexCheck {
    extents = List.copyOf(extents);
  }

  static IndexCheck of(HostAttributes attributes) {
    return new IndexCheck(
        Arrays.stream(attributes.string("extents").split("x")).map(Long::valueOf).toList());
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public HostAttributes attributes() {
    String text = extents.stream().map(String::valueOf).collect(Collectors.joining("x"));
    return HostAttributes.none().with("extents", text);
  }

  @Override
  public List<Tensor> evaluate(List<Tensor> inputs) {
    Tensor positions = inputs.getFirst();
    long count = positions.shape().elements();
    for (long i = 0; i < count; i++) {
      require("gather", positions.getLong(i), extents.get((int) (i % extents.size())));
    }
    return inputs;
  }

  /** The position counted from the front. */
  static long require(String operator, long position, long extent) {
    if (position < -extent || position >= extent) {
      throw new UserException(
          "%s: position %d on an axis of extent %d; expected %d to %d"
              .formatted(operator, position, extent, -extent, extent - 1));
    }
    return position < 0 ? position + extent : position;
  }
}
