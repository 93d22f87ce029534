package dev.tilewright.runtime.plan;

import dev.tilewright.base.UserException;
import dev.tilewright.runtime.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What a plan takes and gives, in order. Names are unique among the inputs and the outputs. */
public record Signature(List<TensorSpec> inputs, List<TensorSpec> outputs) {
  public Signature {
    inputs = List.copyOf(inputs);
    outputs = List.copyOf(outputs);
    requireUniqueNames("input", inputs);
    requireUniqueNames("output", outputs);
  }

  /**
   * Puts named inputs in order.
   *
   * @throws UserException if one is missing or unknown, or has another type or shape
   */
  public List<Tensor> order(Map<String, Tensor> named) {
    for (String name : named.keySet()) {
      if (inputs.stream().noneMatch(spec -> spec.name().equals(name))) {
        throw new UserException(
            "input %s: there is no such input; expected %s".formatted(name, names(inputs)));
      }
    }
    List<Tensor> ordered = new ArrayList<>();
    for (TensorSpec spec : inputs) {
      if (!named.containsKey(spec.name())) {
        throw new UserException(
            "input %s: it is missing; expected %s".formatted(spec.name(), names(inputs)));
      }
      ordered.add(named.get(spec.name()));
    }
    check("input", inputs, ordered);
    return ordered;
  }

  /**
   * Checks tensors against specifications, one by one.
   *
   * @throws UserException if number, type or shape differ
   */
  static void check(String role, List<TensorSpec> specs, List<Tensor> tensors) {
    if (tensors.size() != specs.size()) {
      throw new UserException(
          "%ss: got %d tensors; expected %d: %s"
              .formatted(role, tensors.size(), specs.size(), names(specs)));
    }
    for (int position = 0; position < specs.size(); position++) {
      specs.get(position).check(role, tensors.get(position));
    }
  }

  private static String names(List<TensorSpec> specs) {
    return specs.stream().map(TensorSpec::toString).collect(Collectors.joining(", "));
  }

  private static void requireUniqueNames(String role, List<TensorSpec> specs) {
    if (specs.stream().map(TensorSpec::name).distinct().count() != specs.size()) {
      throw new UserException(
          "signature: two %ss have one name among %s; expected distinct names"
              .formatted(role, names(specs)));
    }
  }
}
