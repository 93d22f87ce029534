package dev.tilewright.graph.onnx;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.base.UserException;
import dev.tilewright.graph.onnx.format.OnnxModel;
import dev.tilewright.graph.onnx.format.OnnxValueInfo;
import dev.tilewright.graph.ops.TensorType;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The types of a model's inputs, with extents for the dimensions that the model leaves open. */
final class DeclaredTypes {
  private final String model;
  private final Map<String, Long> dimensions;

  /**
   * @param dimensions extents by name of the open dimension; others become 1
   * @throws UserException if the model has no dimension of one of the names
   */
  DeclaredTypes(OnnxModel model, Map<String, Long> dimensions) {
    this.model = model.name();
    this.dimensions = Map.copyOf(dimensions);
    Set<String> names = new TreeSet<>();
    for (OnnxValueInfo input : model.graph().inputs()) {
      for (OnnxValueInfo.Dimension dimension : input.dimensions().orElse(List.of())) {
        if (dimension instanceof OnnxValueInfo.Symbolic(String name)) {
          names.add(name);
        }
      }
    }
    for (String name : dimensions.keySet()) {
      if (!names.contains(name)) {
        throw new UserException(
            "%s: no input has a dimension called '%s'; expected one of %s"
                .formatted(model.name(), name, names));
      }
    }
  }

  TensorType of(OnnxValueInfo input) {
    String where = "%s: input '%s'".formatted(model, input.name());
    DType dtype = OnnxElementType.parse(input.elementType(), where);
    List<OnnxValueInfo.Dimension> declared =
        input
            .dimensions()
            .orElseThrow(() -> new UserException(where + ": no shape; expected a declared rank"));
    try {
      return new TensorType(dtype, Shape.of(declared.stream().map(this::extent).toList()));
    } catch (UserException impossible) {
      throw new UserException(where + ": " + impossible.getMessage(), impossible);
    }
  }

  private Long extent(OnnxValueInfo.Dimension dimension) {
    return switch (dimension) {
      case OnnxValueInfo.Fixed(long extent) -> extent;
      case OnnxValueInfo.Symbolic(String name) -> dimensions.getOrDefault(name, 1L);
    };
  }
}
