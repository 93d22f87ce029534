package dev.tilewright.runtime;

/**
 * Rounding of a double to the half-precision formats, to nearest and ties to even. Going through
 * float first would round twice, so the float in between is rounded to odd: its last bit is set
 * where it is inexact, which keeps the second rounding on the right side (Boldo and Melquiond,
 * "When double rounding is odd", 2005).
 */
final class Rounding {
  private Rounding() {}

  static short toFloat16Bits(double value) {
    return Float.floatToFloat16(toFloatOdd(value));
  }

  static short toBfloat16Bits(double value) {
    float odd = toFloatOdd(value);
    int bits = Float.floatToRawIntBits(odd);
    if (Float.isNaN(odd)) {
      return (short) (bits >>> 16 | 0x40);
    }
    int half = 0x7FFF + (bits >>> 16 & 1);
    return (short) (bits + half >>> 16);
  }

  private static float toFloatOdd(double value) {
    float nearest = (float) value;
    if (nearest == value || Double.isNaN(value) || Double.isInfinite(value)) {
      return nearest;
    }
    int bits = Float.floatToRawIntBits(nearest);
    if (Math.abs((double) nearest) > Math.abs(value)) {
      bits--; // truncate towards zero; an overflow to infinity becomes the largest float
    }
    return Float.intBitsToFloat(bits | 1);
  }
}
