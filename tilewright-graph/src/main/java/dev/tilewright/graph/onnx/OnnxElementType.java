package dev.tilewright.graph.onnx;

import dev.tilewright.base.DType;
import dev.tilewright.base.UserException;
import java.util.Locale;
import java.util.Map;

/** The element type numbers of ONNX ({@code TensorProto.DataType}). */
final class OnnxElementType {
  private static final Map<Integer, DType> SUPPORTED =
      Map.ofEntries(
          Map.entry(1, DType.FLOAT32),
          Map.entry(2, DType.UINT8),
          Map.entry(3, DType.INT8),
          Map.entry(4, DType.UINT16),
          Map.entry(5, DType.INT16),
          Map.entry(6, DType.INT32),
          Map.entry(7, DType.INT64),
          Map.entry(9, DType.BOOL),
          Map.entry(10, DType.FLOAT16),
          Map.entry(11, DType.FLOAT64),
          Map.entry(12, DType.UINT32),
          Map.entry(13, DType.UINT64),
          Map.entry(16, DType.BFLOAT16));
  private static final Map<Integer, String> UNSUPPORTED =
      Map.of(
          8,
          "string",
          14,
          "complex64",
          15,
          "complex128",
          17,
          "float8e4m3fn",
          18,
          "float8e4m3fnuz",
          19,
          "float8e5m2",
          20,
          "float8e5m2fnuz",
          21,
          "uint4",
          22,
          "int4",
          23,
          "float4e2m1");

  private OnnxElementType() {}

  /**
   * The type with a number.
   *
   * @param where what has the type, for the message
   * @throws UserException if we have no such type
   */
  static DType parse(long number, String where) {
    DType type = number == (int) number ? SUPPORTED.get((int) number) : null;
    if (type == null) {
      throw new UserException(
          "%s: element type %s is not supported; expected one of %s"
              .formatted(where, name(number), names()));
    }
    return type;
  }

  /** The type with a name of ONNX, for example {@code DOUBLE}. */
  static DType named(String name) {
    return switch (name) {
      case "FLOAT" -> DType.FLOAT32;
      case "DOUBLE" -> DType.FLOAT64;
      default -> DType.parse(name.toLowerCase(Locale.ROOT));
    };
  }

  private static String name(long number) {
    String otherwise = "number " + number;
    return number == (int) number ? UNSUPPORTED.getOrDefault((int) number, otherwise) : otherwise;
  }

  private static String names() {
    return String.join(
        ", ", DType.ALL.stream().filter(SUPPORTED::containsValue).map(DType::text).toList());
  }
}
