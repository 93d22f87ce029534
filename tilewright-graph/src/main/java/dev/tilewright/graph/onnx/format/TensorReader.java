package dev.tilewright.graph.onnx.format;

import com.google.protobuf.InvalidProtocolBufferException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;

/** Reads a {@code TensorProto}. */
final class TensorReader {
  private static final int MAX_RANK = 64;

  private final WireReader in;
  private String name = "";
  private long elementType;
  private final LongStream.Builder dimensions = LongStream.builder();
  private final List<ByteBuffer> raw = new ArrayList<>();
  private final DoubleStream.Builder reals = DoubleStream.builder();
  private final LongStream.Builder integers = LongStream.builder();
  private final Map<String, String> external = new HashMap<>();
  private Kind kind = Kind.NONE;

  /** Which field holds the elements. */
  private enum Kind {
    NONE,
    RAW,
    REALS,
    INTEGERS,
    STRINGS,
    EXTERNAL
  }

  TensorReader(WireReader in) {
    this.in = in;
  }

  /** Reads the current field. */
  OnnxTensor read() throws IOException {
    in.message(this::field);
    return tensor();
  }

  /** Reads all of the input. */
  OnnxTensor readAll() throws IOException {
    in.fields(this::field);
    return tensor();
  }

  private void field(int field) throws IOException {
    switch (field) {
      case 1 -> in.integers(dimensions);
      case 2 -> elementType = in.integer();
      case 4 -> readReals(false);
      case 5, 7, 11 -> {
        kind = Kind.INTEGERS;
        in.integers(integers);
      }
      case 6 -> {
        kind = Kind.STRINGS;
        in.skip();
      }
      case 8 -> name = in.name();
      case 9 -> {
        kind = Kind.RAW;
        raw.add(in.bytes());
      }
      case 10 -> readReals(true);
      case 13 -> readExternal();
      case 14 -> kind = in.integer() == 1 ? Kind.EXTERNAL : kind;
      default -> in.skip();
    }
  }

  private void readReals(boolean wide) throws IOException {
    kind = Kind.REALS;
    if (wide) {
      in.doubles(reals);
    } else {
      in.floats(reals);
    }
  }

  private void readExternal() throws IOException {
    String[] entry = {"", ""};
    in.message(
        field -> {
          switch (field) {
            case 1, 2 -> entry[field - 1] = in.name();
            default -> in.skip();
          }
        });
    external.put(entry[0], entry[1]);
  }

  private OnnxTensor tensor() throws InvalidProtocolBufferException {
    List<Long> extents = dimensions.build().limit(MAX_RANK + 1L).boxed().toList();
    if (extents.size() > MAX_RANK) {
      throw new InvalidProtocolBufferException(
          "tensor %s has more than %d dimensions".formatted(name, MAX_RANK));
    }
    if (elementType < 0 || elementType > 255) {
      throw new InvalidProtocolBufferException(
          "tensor %s has the element type number %d".formatted(name, elementType));
    }
    return new OnnxTensor(name, (int) elementType, extents, data());
  }

  private OnnxTensor.Data data() throws InvalidProtocolBufferException {
    return switch (kind) {
      case NONE -> new OnnxTensor.None();
      case RAW -> new OnnxTensor.Raw(raw.getLast());
      case REALS -> new OnnxTensor.Reals(reals.build().toArray());
      case INTEGERS -> new OnnxTensor.Integers(integers.build().toArray());
      case STRINGS -> new OnnxTensor.Strings();
      case EXTERNAL ->
          new OnnxTensor.External(
              external.getOrDefault("location", ""),
              number(external.getOrDefault("offset", "0")),
              number(external.getOrDefault("length", "-1")));
    };
  }

  private long number(String text) throws InvalidProtocolBufferException {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException malformed) {
      throw new InvalidProtocolBufferException(
          "tensor %s: '%s' is no number".formatted(name, text));
    }
  }
}
