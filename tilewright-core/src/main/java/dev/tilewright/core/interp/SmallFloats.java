package dev.tilewright.core.interp;

/** Rounding to and storage of the 16-bit float types. */
final class SmallFloats {
  private SmallFloats() {}

  /** The nearest float16, ties to even, of any double, in one rounding. */
  static double roundFloat16(double value) {
    return roundTo(value, 10, -14, 65504.0);
  }

  /** The nearest bfloat16, ties to even, of any double, in one rounding. */
  static double roundBfloat16(double value) {
    return roundTo(value, 7, -126, 0x1.FEp127);
  }

  static short toFloat16Bits(double value) {
    return Float.floatToFloat16((float) roundFloat16(value));
  }

  static double fromFloat16Bits(short bits) {
    return Float.float16ToFloat(bits);
  }

  static short toBfloat16Bits(double value) {
    return (short) (Float.floatToIntBits((float) roundBfloat16(value)) >>> 16);
  }

  static double fromBfloat16Bits(short bits) {
    return Float.intBitsToFloat(bits << 16);
  }

  /** Rounds to a whole number of units in the last place of the format; dividing by it is exact. */
  private static double roundTo(double value, int fractionBits, int minExponent, double largest) {
    if (value == 0 || !Double.isFinite(value)) {
      return value;
    }
    int exponent = Math.max(Math.getExponent(value), minExponent);
    double unit = Math.scalb(1.0, exponent - fractionBits);
    double rounded = Math.rint(value / unit) * unit;
    if (Math.abs(rounded) > largest) {
      return Math.copySign(Double.POSITIVE_INFINITY, value);
    }
    return Math.copySign(rounded, value);
  }
}
