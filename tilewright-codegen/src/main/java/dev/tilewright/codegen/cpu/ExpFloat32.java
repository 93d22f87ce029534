package dev.tilewright.codegen.cpu;

/**
 * The exponential function of float32 values: {@code exp(x) = 2^n * exp(r)} with an integer n and
 * {@code |r| <= ln(2)/2}, where a polynomial that was fitted for the least relative error stands
 * for {@code exp(r)}.
 */
final class ExpFloat32 {
  private static final double LOG2_E = 1.4426950408889634;

  /** ln(2) in two parts, the first with few enough bits that its multiples by n are exact. */
  private static final double LN2_HIGH = 0.693359375;

  private static final double LN2_LOW = -2.12194440054690583e-4;

  /** Adding it leaves the nearest integer in the low bits. */
  private static final double ROUNDER = 0x1.8p23;

  private static final long ROUNDER_BITS = 0x4B400000L;

  /** Beyond these the result is infinite or rounds to zero. */
  private static final double HIGHEST = 89;

  private static final double LOWEST = -104.5;

  private ExpFloat32() {}

  static Ir emit(Float32Ops ops, Ir argument) {
    Ir x = ops.atLeast(ops.atMost(argument, HIGHEST), LOWEST);
    Ir shifted = ops.multiplyAdd(x, ops.constant(LOG2_E), ops.constant(ROUNDER));
    Ir n = ops.sub(shifted, ops.constant(ROUNDER));
    Ir high = ops.multiplyAdd(n, ops.constant(-LN2_HIGH), x);
    Ir r = ops.multiplyAdd(n, ops.constant(-LN2_LOW), high);
    Ir tail =
        ops.polynomial(
            r, 0x1.fffffcp-2, 0x1.55548ap-3, 0x1.555916p-5, 0x1.123fc6p-7, 0x1.6a1a72p-10);
    Ir power = ops.add(ops.multiplyAdd(ops.mul(r, r), tail, r), ops.constant(1));
    return scale(ops, power, ops.integer("sub", ops.bits(shifted), ROUNDER_BITS));
  }

  /** {@code value * 2^n} in two steps, since 2^n alone may not be a float32. */
  private static Ir scale(Float32Ops ops, Ir value, Ir n) {
    Ir half = ops.integer("ashr", n, 1);
    Ir rest = ops.integer("sub", n, half);
    return ops.mul(ops.mul(value, powerOfTwo(ops, half)), powerOfTwo(ops, rest));
  }

  private static Ir powerOfTwo(Float32Ops ops, Ir exponent) {
    int bias = 127;
    int mantissaBits = 23;
    return ops.ofBits(ops.integer("shl", ops.integer("add", exponent, bias), mantissaBits));
  }
}
