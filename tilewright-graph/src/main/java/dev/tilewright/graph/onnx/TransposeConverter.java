package dev.tilewright.graph.onnx;

import dev.tilewright.graph.ops.Transpose;
import java.util.List;
import java.util.stream.IntStream;

/** {@code Transpose}: without an order the dimensions are reversed. */
final class TransposeConverter implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    int rank = node.type(0).rank();
    List<Integer> order =
        node.attributes()
            .axes("perm")
            .orElse(IntStream.range(0, rank).mapToObj(axis -> rank - 1 - axis).toList());
    return List.of(node.emit(new Transpose(order), node.input(0)));
  }
}
