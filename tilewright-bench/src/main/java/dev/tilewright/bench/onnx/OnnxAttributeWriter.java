package dev.tilewright.bench.onnx;

import java.util.ArrayList;
import java.util.List;

/** The attributes of one ONNX node. Field numbers and type codes are those of ONNX's schema. */
final class OnnxAttributeWriter {
  private static final int NAME = 1;
  private static final int FLOAT = 2;
  private static final int INT = 3;
  private static final int INTS = 8;
  private static final int TYPE = 20;
  private static final int TYPE_FLOAT = 1;
  private static final int TYPE_INT = 2;
  private static final int TYPE_INTS = 7;

  private final List<ProtoMessage> attributes = new ArrayList<>();

  OnnxAttributeWriter real(String name, double value) {
    attributes.add(named(name, TYPE_FLOAT).real(FLOAT, (float) value));
    return this;
  }

  OnnxAttributeWriter integer(String name, long value) {
    attributes.add(named(name, TYPE_INT).integer(INT, value));
    return this;
  }

  OnnxAttributeWriter integers(String name, List<? extends Number> values) {
    ProtoMessage attribute = named(name, TYPE_INTS);
    values.forEach(value -> attribute.integer(INTS, value.longValue()));
    attributes.add(attribute);
    return this;
  }

  List<ProtoMessage> messages() {
    return List.copyOf(attributes);
  }

  private static ProtoMessage named(String name, int type) {
    return new ProtoMessage().text(NAME, name).integer(TYPE, type);
  }
}
