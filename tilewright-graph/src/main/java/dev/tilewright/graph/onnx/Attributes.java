package dev.tilewright.graph.onnx;

import dev.tilewright.base.UserException;
import dev.tilewright.graph.onnx.format.OnnxAttribute;
import dev.tilewright.graph.onnx.format.OnnxGraph;
import dev.tilewright.graph.onnx.format.OnnxNode;
import dev.tilewright.graph.onnx.format.OnnxTensor;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Typed access to the attributes of a node; the import adds to errors which node it is. */
final class Attributes {
  private final Map<String, OnnxAttribute> values;

  Attributes(OnnxNode node) {
    this.values = node.attributes();
  }

  boolean has(String name) {
    return values.containsKey(name);
  }

  long integer(String name, long otherwise) {
    return switch (values.get(name)) {
      case null -> otherwise;
      case OnnxAttribute.IntValue(long value) -> value;
      case OnnxAttribute other -> throw wrongKind(name, "an integer");
    };
  }

  boolean flag(String name, boolean otherwise) {
    return integer(name, otherwise ? 1 : 0) != 0;
  }

  int axis(String name, int otherwise) {
    return toInt(name, integer(name, otherwise));
  }

  double real(String name, double otherwise) {
    return switch (values.get(name)) {
      case null -> otherwise;
      case OnnxAttribute.FloatValue(float value) -> value;
      case OnnxAttribute other -> throw wrongKind(name, "a float");
    };
  }

  String string(String name, String otherwise) {
    return switch (values.get(name)) {
      case null -> otherwise;
      case OnnxAttribute.StringValue(String value) -> value;
      case OnnxAttribute other -> throw wrongKind(name, "a string");
    };
  }

  Optional<List<Long>> integers(String name) {
    return switch (values.get(name)) {
      case null -> Optional.empty();
      case OnnxAttribute.IntList(List<Long> list) -> Optional.of(list);
      case OnnxAttribute other -> throw wrongKind(name, "a list of integers");
    };
  }

  /** A list of so many integers; {@code otherwise} repeated if the node has none. */
  List<Long> integers(String name, int count, long otherwise) {
    List<Long> list =
        integers(name)
            .orElseGet(() -> IntStream.range(0, count).mapToObj(unused -> otherwise).toList());
    if (list.size() != count) {
      throw new UserException(
          "attribute %s has %d values; expected %d".formatted(name, list.size(), count));
    }
    return list;
  }

  Optional<List<Integer>> axes(String name) {
    return integers(name).map(list -> list.stream().map(axis -> toInt(name, axis)).toList());
  }

  Optional<List<Float>> reals(String name) {
    return switch (values.get(name)) {
      case null -> Optional.empty();
      case OnnxAttribute.FloatList(List<Float> list) -> Optional.of(list);
      case OnnxAttribute other -> throw wrongKind(name, "a list of floats");
    };
  }

  Optional<List<String>> strings(String name) {
    return switch (values.get(name)) {
      case null -> Optional.empty();
      case OnnxAttribute.StringList(List<String> list) -> Optional.of(list);
      case OnnxAttribute other -> throw wrongKind(name, "a list of strings");
    };
  }

  OnnxGraph graph(String name) {
    return switch (values.get(name)) {
      case null -> throw new UserException("the attribute %s is missing".formatted(name));
      case OnnxAttribute.GraphValue(OnnxGraph graph) -> graph;
      case OnnxAttribute other -> throw wrongKind(name, "a graph");
    };
  }

  Optional<OnnxTensor> tensor(String name) {
    return switch (values.get(name)) {
      case null -> Optional.empty();
      case OnnxAttribute.TensorValue(OnnxTensor tensor) -> Optional.of(tensor);
      case OnnxAttribute other -> throw wrongKind(name, "a tensor");
    };
  }

  private int toInt(String name, long value) {
    if (value != (int) value) {
      throw new UserException(
          "attribute %s has the value %d; expected an axis".formatted(name, value));
    }
    return (int) value;
  }

  private UserException wrongKind(String name, String expected) {
    return new UserException(
        "attribute %s is of another kind; expected %s".formatted(name, expected));
  }
}
