package dev.tilewright.bench.onnx;

import com.google.protobuf.ByteString;
import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.graph.ir.Graph;
import dev.tilewright.graph.ir.Node;
import dev.tilewright.graph.ir.Value;
import dev.tilewright.graph.ops.TensorType;
import dev.tilewright.runtime.Tensor;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Writes a network as an ONNX model (opset 17), so that peers run exactly what we run. Operators on
 * channels-last tensors are written channels-first between transposes, which peers cancel.
 */
public final class OnnxExporter {
  private static final int IR_VERSION = 8;
  private static final int OPSET = 17;

  private final Graph network;
  private final Map<Value, String> names = new IdentityHashMap<>();
  private final Set<String> used = new HashSet<>();
  private final List<ProtoMessage> nodes = new ArrayList<>();
  private final List<ProtoMessage> initializers = new ArrayList<>();

  private OnnxExporter(Graph network) {
    this.network = network;
  }

  /**
   * The bytes of a {@code ModelProto}.
   *
   * @throws dev.tilewright.base.UserException if an operator has no ONNX form here
   */
  public static ByteString export(Graph network) {
    return new OnnxExporter(network).model();
  }

  private ProtoMessage graph() {
    network.inputs().forEach(input -> names.put(input, unique(input.name())));
    network.constants().forEach((value, tensor) -> initializers.add(tensor(nameOf(value), tensor)));
    for (Node node : network.nodes()) {
      new OnnxOperatorWriter(this).write(node);
    }
    ProtoMessage graph = new ProtoMessage();
    List<ProtoMessage> outputs = new ArrayList<>();
    for (Graph.Output output : network.outputs()) {
      String name = unique(output.name());
      add("Identity", List.of(nameOf(output.value())), List.of(name), new OnnxAttributeWriter());
      outputs.add(valueInfo(name, output.value().type()));
    }
    nodes.forEach(node -> graph.message(1, node));
    graph.text(2, "network");
    initializers.forEach(initializer -> graph.message(5, initializer));
    network.inputs().forEach(in -> graph.message(11, valueInfo(nameOf(in), in.type())));
    outputs.forEach(output -> graph.message(12, output));
    return graph;
  }

  private ByteString model() {
    ProtoMessage graph = graph();
    return new ProtoMessage()
        .integer(1, IR_VERSION)
        .text(2, "tilewright-bench")
        .message(7, graph)
        .message(8, new ProtoMessage().text(1, "").integer(2, OPSET))
        .build();
  }

  /** The ONNX name of a value; values of one name get different ones. */
  String nameOf(Value value) {
    return names.computeIfAbsent(value, v -> unique(v.name()));
  }

  void add(
      String opType, List<String> inputs, List<String> outputs, OnnxAttributeWriter attributes) {
    nodes.add(OnnxNodeWriter.node(opType, inputs, outputs, attributes));
  }

  /** Adds a node with one result and says how the result is called. */
  String add(String opType, List<String> inputs, OnnxAttributeWriter attributes) {
    String name = unique(opType);
    add(opType, inputs, List.of(name), attributes);
    return name;
  }

  /** Adds a constant vector of int64 and says how it is called. */
  String integers(List<? extends Number> values) {
    String name = unique("integers");
    long[] array = values.stream().mapToLong(Number::longValue).toArray();
    initializers.add(tensor(name, Tensor.of(Shape.of(array.length), array)));
    return name;
  }

  /** Adds a constant scalar and says how it is called. */
  String scalar(DType dtype, double value) {
    String name = unique("scalar");
    initializers.add(tensor(name, Tensor.convert(dtype, Shape.of(), value)));
    return name;
  }

  private String unique(String wanted) {
    String base = wanted.isEmpty() ? "value" : wanted;
    String name = base;
    for (int i = 1; !used.add(name); i++) {
      name = base + "_" + i;
    }
    return name;
  }

  private static ProtoMessage tensor(String name, Tensor tensor) {
    ProtoMessage message = new ProtoMessage();
    for (long extent : tensor.shape().toArray()) {
      message.integer(1, extent);
    }
    return message
        .integer(2, OnnxTypes.code(tensor.dtype()))
        .text(8, name)
        .bytes(9, ByteString.copyFrom(tensor.segment().asByteBuffer()));
  }

  private static ProtoMessage valueInfo(String name, TensorType type) {
    ProtoMessage shape = new ProtoMessage();
    IntStream.range(0, type.rank())
        .forEach(axis -> shape.message(1, new ProtoMessage().integer(1, type.extent(axis))));
    ProtoMessage tensorType =
        new ProtoMessage().integer(1, OnnxTypes.code(type.dtype())).message(2, shape);
    return new ProtoMessage().text(1, name).message(2, new ProtoMessage().message(1, tensorType));
  }
}
