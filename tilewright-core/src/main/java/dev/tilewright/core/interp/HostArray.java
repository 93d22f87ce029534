package dev.tilewright.core.interp;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A dense row-major array, stored bit by bit as kernels store it: little-endian, bool as one byte 0
 * or 1. Writing rounds floats to the type and wraps integers.
 */
public final class HostArray {
  private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED;
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;
  private static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE_UNALIGNED;

  private final DType dtype;
  private final Shape shape;
  private final MemorySegment segment;

  private HostArray(DType dtype, Shape shape, MemorySegment segment) {
    this.dtype = dtype;
    this.shape = shape;
    this.segment = segment;
  }

  /** All elements zero. */
  public static HostArray zeros(DType dtype, Shape shape) {
    long bytes = Math.multiplyExact(shape.elements(), dtype.bytes());
    MemorySegment words = MemorySegment.ofArray(new long[Math.toIntExact(Math.ceilDiv(bytes, 8))]);
    return new HostArray(dtype, shape, words.asSlice(0, bytes));
  }

  /**
   * An array over memory that somebody else owns.
   *
   * @param segment exactly the elements, row-major and little-endian
   */
  public static HostArray wrap(DType dtype, Shape shape, MemorySegment segment) {
    long bytes = Math.multiplyExact(shape.elements(), dtype.bytes());
    if (segment.byteSize() != bytes) {
      throw new IllegalArgumentException(
          "array %s[%s]: got %d bytes; expected %d"
              .formatted(dtype, shape, segment.byteSize(), bytes));
    }
    return new HostArray(dtype, shape, segment);
  }

  /** A float32 array of the given elements. */
  public static HostArray of(Shape shape, float... values) {
    HostArray array = zeros(DType.FLOAT32, shape);
    array.requireLength(values.length);
    MemorySegment.copy(values, 0, array.segment, FLOAT, 0, values.length);
    return array;
  }

  /** An array of any type; each value is converted as {@code Cast} converts a float64. */
  public static HostArray ofDoubles(DType dtype, Shape shape, double... values) {
    HostArray array = zeros(dtype, shape);
    array.requireLength(values.length);
    for (int i = 0; i < values.length; i++) {
      array.setDouble(i, values[i]);
    }
    return array;
  }

  /** An array of any type; each value is converted as {@code Cast} converts an int64. */
  public static HostArray ofLongs(DType dtype, Shape shape, long... values) {
    HostArray array = zeros(dtype, shape);
    array.requireLength(values.length);
    for (int i = 0; i < values.length; i++) {
      array.setLong(i, values[i]);
    }
    return array;
  }

  /** The bytes of the elements, shared with this array. */
  public MemorySegment segment() {
    return segment;
  }

  public DType dtype() {
    return dtype;
  }

  public Shape shape() {
    return shape;
  }

  /** The element at a row-major position, as a double; exact but for large 64-bit integers. */
  public double getDouble(long position) {
    return switch (dtype.kind()) {
      case FLOAT ->
          switch (dtype.bits()) {
            case 64 -> segment.get(DOUBLE, position * 8);
            case 32 -> segment.get(FLOAT, position * 4);
            default -> SmallFloats.fromFloat16Bits(segment.get(SHORT, position * 2));
          };
      case BFLOAT -> SmallFloats.fromBfloat16Bits(segment.get(SHORT, position * 2));
      case INT, UINT, BOOL ->
          ScalarSemantics.integerToFloat(dtype, DType.FLOAT64, getLong(position));
    };
  }

  /** The element at a row-major position, as a long; floats as {@code Cast} converts to int64. */
  public long getLong(long position) {
    if (dtype.isFloat()) {
      return ScalarSemantics.floatToInteger(DType.INT64, getDouble(position));
    }
    long value =
        switch (dtype.bits()) {
          case 8 -> segment.get(ValueLayout.JAVA_BYTE, position);
          case 16 -> segment.get(SHORT, position * 2);
          case 32 -> segment.get(INT, position * 4);
          default -> segment.get(LONG, position * 8);
        };
    return dtype.kind() == DType.Kind.INT ? value : ScalarSemantics.wrap(dtype, value);
  }

  /** Writes an element, converted as {@code Cast} converts a float64. */
  public void setDouble(long position, double value) {
    switch (dtype.kind()) {
      case FLOAT -> {
        switch (dtype.bits()) {
          case 64 -> segment.set(DOUBLE, position * 8, value);
          case 32 -> segment.set(FLOAT, position * 4, (float) value);
          default -> segment.set(SHORT, position * 2, SmallFloats.toFloat16Bits(value));
        }
      }
      case BFLOAT -> segment.set(SHORT, position * 2, SmallFloats.toBfloat16Bits(value));
      case INT, UINT, BOOL -> putInteger(position, ScalarSemantics.floatToInteger(dtype, value));
    }
  }

  /** Writes an element, converted as {@code Cast} converts an int64. */
  public void setLong(long position, long value) {
    if (dtype.isFloat()) {
      setDouble(position, ScalarSemantics.integerToFloat(DType.INT64, dtype, value));
    } else {
      putInteger(position, ScalarSemantics.integerToInteger(dtype, value));
    }
  }

  /** All elements, row-major. */
  public float[] toFloats() {
    float[] values = new float[length()];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) getDouble(i);
    }
    return values;
  }

  /** All elements, row-major. */
  public double[] toDoubles() {
    double[] values = new double[length()];
    for (int i = 0; i < values.length; i++) {
      values[i] = getDouble(i);
    }
    return values;
  }

  /** All elements, row-major. */
  public long[] toLongs() {
    long[] values = new long[length()];
    for (int i = 0; i < values.length; i++) {
      values[i] = getLong(i);
    }
    return values;
  }

  @Override
  public String toString() {
    return dtype + "[" + shape + "]";
  }

  private void putInteger(long position, long value) {
    switch (dtype.bits()) {
      case 8 -> segment.set(ValueLayout.JAVA_BYTE, position, (byte) value);
      case 16 -> segment.set(SHORT, position * 2, (short) value);
      case 32 -> segment.set(INT, position * 4, (int) value);
      default -> segment.set(LONG, position * 8, value);
    }
  }

  private int length() {
    return Math.toIntExact(shape.elements());
  }

  private void requireLength(int length) {
    if (length != shape.elements()) {
      throw new IllegalArgumentException(
          "array %s: got %d values; expected %d".formatted(this, length, shape.elements()));
    }
  }
}
