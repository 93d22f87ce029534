package dev.tilewright.graph.onnx;

import dev.tilewright.runtime.Tensor;
import java.util.Map;

/**
 * What is decided about a model when it is imported.
 *
 * @param dimensions extents by name of a dimension that the model leaves open; those that are not
 *     named become 1
 * @param fixedInputs inputs that always have the same value, by name; they become constants, which
 *     is how an input that decides shapes can be used at all
 */
public record ImportOptions(Map<String, Long> dimensions, Map<String, Tensor> fixedInputs) {
  /** Every open dimension is 1, every input is fed at run time. */
  public static final ImportOptions DEFAULT = new ImportOptions(Map.of(), Map.of());

  public ImportOptions {
    dimensions = Map.copyOf(dimensions);
    fixedInputs = Map.copyOf(fixedInputs);
  }
}
