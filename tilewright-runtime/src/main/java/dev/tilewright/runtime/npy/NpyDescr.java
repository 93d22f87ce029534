package dev.tilewright.runtime.npy;

import dev.tilewright.base.DType;
import dev.tilewright.base.UserException;
import java.nio.ByteOrder;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * NumPy's text for an element type, such as {@code <f4}: byte order, kind and bytes. NumPy has no
 * bfloat16; libraries that add one save it as {@code V2}, two bytes without meaning, and so does
 * this class.
 */
record NpyDescr(DType dtype, ByteOrder order) {
  private static final Map<String, DType> TYPES = types();

  /**
   * Reads the text.
   *
   * @param file for the message
   * @throws UserException if tensors have no such type
   */
  static NpyDescr parse(String file, String text) {
    DType dtype = TYPES.get(text.isEmpty() ? text : text.substring(1));
    if (dtype == null || "<>|=".indexOf(text.charAt(0)) < 0) {
      throw new UserException(
          "npy file %s: element type '%s' is not supported; expected %s"
              .formatted(
                  file,
                  text,
                  TYPES.entrySet().stream()
                      .map(type -> "%s (%s)".formatted(type.getKey(), type.getValue()))
                      .collect(Collectors.joining(", "))));
    }
    return new NpyDescr(
        dtype,
        switch (text.charAt(0)) {
          case '<' -> ByteOrder.LITTLE_ENDIAN;
          case '>' -> ByteOrder.BIG_ENDIAN;
          default -> ByteOrder.nativeOrder();
        });
  }

  /** The text for elements in the byte order of the machine. */
  static String text(DType dtype) {
    String name =
        TYPES.entrySet().stream()
            .filter(type -> type.getValue().equals(dtype))
            .map(Map.Entry::getKey)
            .findFirst()
            .orElseThrow();
    char order = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? '<' : '>';
    return (dtype.bytes() == 1 ? '|' : order) + name;
  }

  private static Map<String, DType> types() {
    Map<String, DType> types = new LinkedHashMap<>();
    types.put("f2", DType.FLOAT16);
    types.put("f4", DType.FLOAT32);
    types.put("f8", DType.FLOAT64);
    types.put("V2", DType.BFLOAT16);
    types.put("i1", DType.INT8);
    types.put("i2", DType.INT16);
    types.put("i4", DType.INT32);
    types.put("i8", DType.INT64);
    types.put("u1", DType.UINT8);
    types.put("u2", DType.UINT16);
    types.put("u4", DType.UINT32);
    types.put("u8", DType.UINT64);
    types.put("b1", DType.BOOL);
    return types;
  }
}
