package dev.tilewright.graph.onnx;

import dev.tilewright.runtime.host.ScatterElements;
import dev.tilewright.runtime.host.ScatterNd;
import dev.tilewright.runtime.host.ScatterReduction;
import java.util.List;

/** {@code ScatterND}, {@code ScatterElements} and its forerunner {@code Scatter}. */
record ScatterConverter(boolean slices) implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    String name = node.attributes().string("reduction", "none");
    ScatterReduction reduction =
        switch (name) {
          case "none" -> ScatterReduction.NONE;
          case "add" -> ScatterReduction.ADD;
          case "mul" -> ScatterReduction.MUL;
          case "min" -> ScatterReduction.MIN;
          case "max" -> ScatterReduction.MAX;
          default ->
              throw node.refuse("reduction is '%s'; expected none, add, mul, min or max", name);
        };
    return node.call(
        slices
            ? new ScatterNd(reduction)
            : new ScatterElements(node.axis("axis", 0, node.type(0).rank()), reduction),
        List.of(node.type(0)),
        node.input(0),
        node.input(1),
        node.input(2));
  }
}
