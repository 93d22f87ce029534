package dev.tilewright.graph.onnx;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes ONNX messages field by field, well-formed or not. */
final class ModelBytes {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  /** A model of opset 13 with one graph. */
  static ModelBytes model(ModelBytes graph) {
    return model(graph, 13);
  }

  static ModelBytes model(ModelBytes graph, long opset) {
    return new ModelBytes()
        .integer(1, 8)
        .message(7, graph)
        .message(8, new ModelBytes().text(1, "").integer(2, opset));
  }

  /** A graph {@code y = Relu(x)} of a float vector, which tests add to. */
  static ModelBytes reluGraph() {
    return new ModelBytes()
        .node("Relu", "relu", "x", "y")
        .value(11, "x", 1, 4)
        .value(12, "y", 1, 4);
  }

  static ModelBytes tensor(String name, int elementType, long... extents) {
    ModelBytes tensor = new ModelBytes();
    for (long extent : extents) {
      tensor.integer(1, extent);
    }
    return tensor.integer(2, elementType).text(8, name);
  }

  /** Adds a node to a graph; several inputs are separated by commas. */
  ModelBytes node(String opType, String name, String inputs, String output) {
    ModelBytes node = new ModelBytes();
    for (String input : inputs.split(",", -1)) {
      node.text(1, input);
    }
    return message(1, node.text(2, output).text(3, name).text(4, opType));
  }

  /** Adds an input (field 11) or output (12) to a graph. */
  ModelBytes value(int field, String name, int elementType, long... extents) {
    ModelBytes shape = new ModelBytes();
    for (long extent : extents) {
      shape.message(1, new ModelBytes().integer(1, extent));
    }
    return value(field, name, elementType, shape);
  }

  /** Adds an input or output with a shape message of its own. */
  ModelBytes value(int field, String name, int elementType, ModelBytes shape) {
    ModelBytes type = new ModelBytes().integer(1, elementType).message(2, shape);
    return message(
        field, new ModelBytes().text(1, name).message(2, new ModelBytes().message(1, type)));
  }

  ModelBytes floats(int field, float... values) {
    ByteBuffer raw = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    for (float value : values) {
      raw.putFloat(value);
    }
    return raw(field, raw.array());
  }

  ModelBytes integer(int field, long value) {
    return write(out -> out.writeInt64(field, value));
  }

  ModelBytes text(int field, String value) {
    return write(out -> out.writeString(field, value));
  }

  ModelBytes raw(int field, byte[] value) {
    return write(out -> out.writeBytes(field, ByteString.copyFrom(value)));
  }

  ModelBytes message(int field, ModelBytes value) {
    return raw(field, value.toByteArray());
  }

  byte[] toByteArray() {
    return bytes.toByteArray();
  }

  /** Writes a file. */
  Path save(Path file) {
    try {
      return Files.write(file, toByteArray());
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private interface Write {
    void to(CodedOutputStream out) throws IOException;
  }

  private ModelBytes write(Write write) {
    try {
      CodedOutputStream out = CodedOutputStream.newInstance(bytes);
      write.to(out);
      out.flush();
      return this;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
