package dev.tilewright.graph.onnx.format;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;

/**
 * Reads protobuf messages field by field, so that a model is read without generated classes and
 * large byte fields stay windows on the file. Hostile input cannot make it allocate much more than
 * the file's size: lengths are checked against what is left, nesting and the number of objects are
 * bounded.
 */
final class WireReader {
  private static final int MAX_DEPTH = 32;
  private static final int MAX_OBJECTS = 4_000_000;

  private final CodedInputStream input;
  private int depth;
  private int objects;
  private int tag;

  /** Reads from the buffer's position to its limit. The buffer must not change while it is read. */
  WireReader(ByteBuffer bytes) {
    input = CodedInputStream.newInstance(bytes);
    input.enableAliasing(true);
  }

  /** Called for each field of a message; must read the field or {@linkplain #skip skip} it. */
  interface FieldReader {
    void read(int field) throws IOException;
  }

  /** Bytes read so far. */
  int position() {
    return input.getTotalBytesRead();
  }

  /** Reads all fields up to the end of the enclosing message or of the input. */
  void fields(FieldReader reader) throws IOException {
    for (tag = input.readTag(); tag != 0; tag = input.readTag()) {
      reader.read(WireFormat.getTagFieldNumber(tag));
    }
  }

  /** Passes over the current field. */
  void skip() throws IOException {
    if (!input.skipField(tag)) {
      throw new InvalidProtocolBufferException("a group ends that did not begin");
    }
  }

  /** Reads the current field as a message. */
  void message(FieldReader reader) throws IOException {
    count();
    if (++depth > MAX_DEPTH) {
      throw new InvalidProtocolBufferException(
          "messages are nested more than %d deep".formatted(MAX_DEPTH));
    }
    int limit = input.pushLimit(length());
    fields(reader);
    input.checkLastTagWas(0);
    input.popLimit(limit);
    depth--;
  }

  long integer() throws IOException {
    require(WireFormat.WIRETYPE_VARINT);
    return input.readInt64();
  }

  float real() throws IOException {
    require(WireFormat.WIRETYPE_FIXED32);
    return input.readFloat();
  }

  /** A name, which messages show; one with line breaks or the like is no name. */
  String name() throws IOException {
    String name = string();
    if (name.chars().anyMatch(Character::isISOControl)) {
      throw new InvalidProtocolBufferException("a name has control characters");
    }
    return name;
  }

  String string() throws IOException {
    count();
    require(WireFormat.WIRETYPE_LENGTH_DELIMITED);
    return input.readString();
  }

  /** A window on the input, in little-endian order as far as the caller interprets it. */
  ByteBuffer bytes() throws IOException {
    count();
    require(WireFormat.WIRETYPE_LENGTH_DELIMITED);
    return input.readByteBuffer();
  }

  /** Adds one number, or all numbers of a packed field. */
  void integers(LongStream.Builder values) throws IOException {
    if (WireFormat.getTagWireType(tag) != WireFormat.WIRETYPE_LENGTH_DELIMITED) {
      values.add(integer());
      return;
    }
    int limit = input.pushLimit(length());
    while (input.getBytesUntilLimit() > 0) {
      values.add(input.readInt64());
    }
    input.popLimit(limit);
  }

  /** Adds one number, or all numbers of a packed field. */
  void floats(DoubleStream.Builder values) throws IOException {
    if (WireFormat.getTagWireType(tag) != WireFormat.WIRETYPE_LENGTH_DELIMITED) {
      values.add(real());
      return;
    }
    int limit = input.pushLimit(length());
    while (input.getBytesUntilLimit() > 0) {
      values.add(input.readFloat());
    }
    input.popLimit(limit);
  }

  /** Adds one number, or all numbers of a packed field. */
  void doubles(DoubleStream.Builder values) throws IOException {
    if (WireFormat.getTagWireType(tag) != WireFormat.WIRETYPE_LENGTH_DELIMITED) {
      require(WireFormat.WIRETYPE_FIXED64);
      values.add(input.readDouble());
      return;
    }
    int limit = input.pushLimit(length());
    while (input.getBytesUntilLimit() > 0) {
      values.add(input.readDouble());
    }
    input.popLimit(limit);
  }

  /** The length of a delimited field; no longer than what is left. */
  private int length() throws IOException {
    require(WireFormat.WIRETYPE_LENGTH_DELIMITED);
    return input.readRawVarint32();
  }

  private void require(int wireType) throws InvalidProtocolBufferException {
    if (WireFormat.getTagWireType(tag) != wireType) {
      throw new InvalidProtocolBufferException(
          "field %d has wire type %d; expected %d"
              .formatted(
                  WireFormat.getTagFieldNumber(tag), WireFormat.getTagWireType(tag), wireType));
    }
  }

  private void count() throws InvalidProtocolBufferException {
    if (++objects > MAX_OBJECTS) {
      throw new InvalidProtocolBufferException(
          "more than %d names and messages".formatted(MAX_OBJECTS));
    }
  }
}
