package dev.tilewright.runtime;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import dev.tilewright.base.DType;
import dev.tilewright.base.InternalException;
import java.lang.foreign.MemorySegment;

/** Reads and writes single elements of every type through double and long. */
final class Elements {
  private Elements() {}

  static double loadDouble(DType dtype, MemorySegment memory, long index) {
    return switch (dtype.kind()) {
      case FLOAT ->
          switch (dtype.bits()) {
            case 16 -> Float.float16ToFloat(memory.getAtIndex(JAVA_SHORT_UNALIGNED, index));
            case 32 -> memory.getAtIndex(JAVA_FLOAT_UNALIGNED, index);
            case 64 -> memory.getAtIndex(JAVA_DOUBLE_UNALIGNED, index);
            default -> throw unsupported(dtype);
          };
      case BFLOAT -> Float.intBitsToFloat(memory.getAtIndex(JAVA_SHORT_UNALIGNED, index) << 16);
      case UINT -> {
        long value = loadLong(dtype, memory, index);
        yield value >= 0 ? value : ((value >>> 1) | (value & 1)) * 2.0;
      }
      case INT, BOOL -> loadLong(dtype, memory, index);
    };
  }

  static long loadLong(DType dtype, MemorySegment memory, long index) {
    return switch (dtype.kind()) {
      case FLOAT, BFLOAT -> (long) loadDouble(dtype, memory, index);
      case BOOL -> memory.get(JAVA_BYTE, index) == 0 ? 0 : 1;
      case INT ->
          switch (dtype.bits()) {
            case 8 -> memory.get(JAVA_BYTE, index);
            case 16 -> memory.getAtIndex(JAVA_SHORT_UNALIGNED, index);
            case 32 -> memory.getAtIndex(JAVA_INT_UNALIGNED, index);
            default -> memory.getAtIndex(JAVA_LONG_UNALIGNED, index);
          };
      case UINT ->
          switch (dtype.bits()) {
            case 8 -> memory.get(JAVA_BYTE, index) & 0xFF;
            case 16 -> memory.getAtIndex(JAVA_SHORT_UNALIGNED, index) & 0xFFFF;
            case 32 -> memory.getAtIndex(JAVA_INT_UNALIGNED, index) & 0xFFFF_FFFFL;
            default -> memory.getAtIndex(JAVA_LONG_UNALIGNED, index);
          };
    };
  }

  static void storeDouble(DType dtype, MemorySegment memory, long index, double value) {
    switch (dtype.kind()) {
      case FLOAT -> {
        switch (dtype.bits()) {
          case 16 -> memory.setAtIndex(JAVA_SHORT_UNALIGNED, index, Rounding.toFloat16Bits(value));
          case 32 -> memory.setAtIndex(JAVA_FLOAT_UNALIGNED, index, (float) value);
          case 64 -> memory.setAtIndex(JAVA_DOUBLE_UNALIGNED, index, value);
          default -> throw unsupported(dtype);
        }
      }
      case BFLOAT -> memory.setAtIndex(JAVA_SHORT_UNALIGNED, index, Rounding.toBfloat16Bits(value));
      case BOOL -> memory.set(JAVA_BYTE, index, (byte) (value == 0 ? 0 : 1));
      case UINT -> storeLong(dtype, memory, index, value < 0x1p63 ? (long) value : high(value));
      case INT -> storeLong(dtype, memory, index, (long) value);
    }
  }

  /** The bits of the uint64 that a value of at least 2^63 is, at most the largest one. */
  private static long high(double value) {
    return value >= 0x1p64 ? -1L : (long) (value - 0x1p63) ^ Long.MIN_VALUE;
  }

  static void storeLong(DType dtype, MemorySegment memory, long index, long value) {
    switch (dtype.kind()) {
      case FLOAT, BFLOAT -> storeDouble(dtype, memory, index, value);
      case BOOL -> memory.set(JAVA_BYTE, index, (byte) (value == 0 ? 0 : 1));
      case INT, UINT -> {
        switch (dtype.bits()) {
          case 8 -> memory.set(JAVA_BYTE, index, (byte) value);
          case 16 -> memory.setAtIndex(JAVA_SHORT_UNALIGNED, index, (short) value);
          case 32 -> memory.setAtIndex(JAVA_INT_UNALIGNED, index, (int) value);
          default -> memory.setAtIndex(JAVA_LONG_UNALIGNED, index, value);
        }
      }
    }
  }

  private static InternalException unsupported(DType dtype) {
    return new InternalException("element access: %s has no Java form".formatted(dtype));
  }
}
