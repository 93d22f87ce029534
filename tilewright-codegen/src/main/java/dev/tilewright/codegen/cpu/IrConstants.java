package dev.tilewright.codegen.cpu;

import dev.tilewright.base.DType;

/** Constants in LLVM's notation. */
final class IrConstants {
  private IrConstants() {}

  /** A float of any width, by its bits, since decimals must be exact in LLVM IR. */
  static String floating(double value, DType dtype) {
    if (dtype.kind() == DType.Kind.BFLOAT) {
      return "0xR%04X".formatted(bfloat16Bits(value));
    }
    return switch (dtype.bits()) {
      case 16 -> "0xH%04X".formatted(Float.floatToFloat16(roundedToOdd(value)));
      case 32 -> "0x%016X".formatted(Double.doubleToLongBits((float) value));
      default -> "0x%016X".formatted(Double.doubleToLongBits(value));
    };
  }

  static String integer(long value, DType dtype) {
    if (dtype.isBool()) {
      return Boolean.toString(value != 0);
    }
    long unused = 64L - dtype.bits();
    return Long.toString(value << unused >> unused);
  }

  private static int bfloat16Bits(double value) {
    int bits = Float.floatToIntBits(roundedToOdd(value));
    if (Double.isNaN(value)) {
      return 0x7FC0;
    }
    return (bits + 0x7FFF + (bits >>> 16 & 1)) >>> 16 & 0xFFFF;
  }

  /** Float32 such that rounding it further gives what rounding the double would. */
  private static float roundedToOdd(double value) {
    float nearest = (float) value;
    int bits = Float.floatToIntBits(nearest);
    if (nearest == value || Double.isNaN(value) || (bits & 1) == 1) {
      return nearest;
    }
    return Float.intBitsToFloat(Math.abs((double) nearest) > Math.abs(value) ? bits - 1 : bits + 1);
  }
}
