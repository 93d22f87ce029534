package dev.tilewright.graph.onnx;

import dev.tilewright.base.DType;
import dev.tilewright.base.UserException;
import java.util.Map;

/** The element type numbers of ONNX ({@code TensorProto.DataType}). */
final class OnnxElementType {
  private static final Map<Integer, DType> SUPPORTED =
      Map.of(
          1, DType.FLOAT32,
          2, DType.UINT8,
          3, DType.INT8,
          5, DType.INT16,
          6, DType.INT32,
          7, DType.INT64,
          9, DType.BOOL,
          10, DType.FLOAT16,
          11, DType.FLOAT64,
          16, DType.BFLOAT16);
  private static final Map<Integer, String> UNSUPPORTED =
      Map.of(
          4, "uint16", 8, "string", 12, "uint32", 13, "uint64", 14, "complex64", 15, "complex128");

  private OnnxElementType() {}

  /**
   * The type with a number.
   *
   * @param where what has the type, for the message
   * @throws UserException if we have no such type
   */
  static DType parse(long number, String where) {
    DType type = SUPPORTED.get(Math.toIntExact(number));
    if (type == null) {
      throw new UserException(
          "%s: element type %s is not supported; expected one of %s"
              .formatted(
                  where, UNSUPPORTED.getOrDefault((int) number, "number " + number), names()));
    }
    return type;
  }

  private static String names() {
    return String.join(
        ", ", DType.ALL.stream().filter(SUPPORTED::containsValue).map(DType::text).toList());
  }
}
