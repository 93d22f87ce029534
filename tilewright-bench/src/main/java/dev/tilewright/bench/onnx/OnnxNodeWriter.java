package dev.tilewright.bench.onnx;

import java.util.List;

/** One node of an ONNX graph. */
final class OnnxNodeWriter {
  private static final int INPUT = 1;
  private static final int OUTPUT = 2;
  private static final int OP_TYPE = 4;
  private static final int ATTRIBUTE = 5;

  private OnnxNodeWriter() {}

  static ProtoMessage node(
      String opType, List<String> inputs, List<String> outputs, OnnxAttributeWriter attributes) {
    ProtoMessage node = new ProtoMessage();
    inputs.forEach(input -> node.text(INPUT, input));
    outputs.forEach(output -> node.text(OUTPUT, output));
    node.text(OP_TYPE, opType);
    attributes.messages().forEach(attribute -> node.message(ATTRIBUTE, attribute));
    return node;
  }
}
