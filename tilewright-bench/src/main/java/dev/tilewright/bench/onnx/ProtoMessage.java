package dev.tilewright.bench.onnx;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Builds one protobuf message field by field. */
final class ProtoMessage {
  private final ByteString.Output bytes = ByteString.newOutput();
  private final CodedOutputStream out = CodedOutputStream.newInstance(bytes, 4096);

  /** One field written to the stream. */
  private interface Field {
    void write(CodedOutputStream out) throws IOException;
  }

  ProtoMessage integer(int field, long value) {
    return write(o -> o.writeInt64(field, value));
  }

  ProtoMessage real(int field, float value) {
    return write(o -> o.writeFloat(field, value));
  }

  ProtoMessage text(int field, String value) {
    return write(o -> o.writeByteArray(field, value.getBytes(StandardCharsets.UTF_8)));
  }

  ProtoMessage bytes(int field, ByteString value) {
    return write(o -> o.writeBytes(field, value));
  }

  ProtoMessage message(int field, ProtoMessage value) {
    return bytes(field, value.build());
  }

  ByteString build() {
    write(CodedOutputStream::flush);
    return bytes.toByteString();
  }

  private ProtoMessage write(Field field) {
    try {
      field.write(out);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return this;
  }
}
