package dev.tilewright.graph.onnx.format;

import java.util.List;

/** A compile-time argument of a node ({@code AttributeProto}). */
public sealed interface OnnxAttribute {
  record IntValue(long value) implements OnnxAttribute {}

  record FloatValue(float value) implements OnnxAttribute {}

  record StringValue(String value) implements OnnxAttribute {}

  record TensorValue(OnnxTensor value) implements OnnxAttribute {}

  record GraphValue(OnnxGraph value) implements OnnxAttribute {}

  record IntList(List<Long> values) implements OnnxAttribute {
    public IntList {
      values = List.copyOf(values);
    }
  }

  record FloatList(List<Float> values) implements OnnxAttribute {
    public FloatList {
      values = List.copyOf(values);
    }
  }

  record StringList(List<String> values) implements OnnxAttribute {
    public StringList {
      values = List.copyOf(values);
    }
  }

  /** In the body of a function: the attribute of the call with this name. */
  record Reference(String name) implements OnnxAttribute {}

  /** A kind that no supported operator takes, such as a sparse tensor. */
  record Unsupported(long kind) implements OnnxAttribute {}
}
