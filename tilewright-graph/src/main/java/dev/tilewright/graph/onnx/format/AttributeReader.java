package dev.tilewright.graph.onnx.format;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;

/** Reads an {@code AttributeProto}. */
final class AttributeReader {
  private final WireReader in;
  private String name = "";
  private long kind;
  private long integer;
  private float real;
  private String string = "";
  private String reference = "";
  private final List<OnnxTensor> tensors = new ArrayList<>();
  private final List<OnnxGraph> graphs = new ArrayList<>();
  private final List<String> strings = new ArrayList<>();
  private final LongStream.Builder integers = LongStream.builder();
  private final DoubleStream.Builder reals = DoubleStream.builder();

  AttributeReader(WireReader in) {
    this.in = in;
  }

  /** Reads the current field. */
  OnnxAttribute read() throws IOException {
    in.message(this::field);
    if (!reference.isEmpty()) {
      return new OnnxAttribute.Reference(reference);
    }
    return switch ((int) kind) {
      case 1 -> new OnnxAttribute.FloatValue(real);
      case 2 -> new OnnxAttribute.IntValue(integer);
      case 3 -> new OnnxAttribute.StringValue(string);
      case 4 ->
          tensors.isEmpty() ? unsupported() : new OnnxAttribute.TensorValue(tensors.getLast());
      case 5 -> graphs.isEmpty() ? unsupported() : new OnnxAttribute.GraphValue(graphs.getLast());
      case 6 ->
          new OnnxAttribute.FloatList(reals.build().mapToObj(value -> (float) value).toList());
      case 7 -> new OnnxAttribute.IntList(integers.build().boxed().toList());
      case 8 -> new OnnxAttribute.StringList(strings);
      default -> unsupported();
    };
  }

  /** The attribute's name, once it is read. */
  String name() {
    return name;
  }

  private OnnxAttribute unsupported() {
    return new OnnxAttribute.Unsupported(kind);
  }

  private void field(int field) throws IOException {
    switch (field) {
      case 1 -> name = in.name();
      case 2 -> real = in.real();
      case 3 -> integer = in.integer();
      case 4 -> string = in.string();
      case 5 -> tensors.add(new TensorReader(in).read());
      case 6 -> graphs.add(new GraphReader(in).read());
      case 7 -> in.floats(reals);
      case 8 -> in.integers(integers);
      case 9 -> strings.add(in.string());
      case 20 -> kind = in.integer();
      case 21 -> reference = in.name();
      default -> in.skip();
    }
  }
}
