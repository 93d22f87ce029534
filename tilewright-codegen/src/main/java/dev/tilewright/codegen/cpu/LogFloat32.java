package dev.tilewright.codegen.cpu;

/**
 * The natural logarithm of float32 values: {@code log(x) = n * ln(2) + log(1 + f)} with an integer
 * n and {@code sqrt(1/2) <= 1 + f < sqrt(2)}, where a polynomial that was fitted for the least
 * relative error stands for the logarithm of {@code 1 + f}.
 */
final class LogFloat32 {
  private static final double LN2_HIGH = 0.693359375;
  private static final double LN2_LOW = -2.12194440054690583e-4;
  private static final long SQRT_HALF_BITS = 0x3F3504F3L;
  private static final int MANTISSA_BITS = 23;
  private static final double SMALLEST_NORMAL = 0x1p-126;

  private LogFloat32() {}

  static Ir emit(Float32Ops ops, Ir x) {
    Ir isSubnormal = ops.compare("olt", x, SMALLEST_NORMAL);
    Ir scaled = ops.mul(x, ops.constant(0x1p23));
    Ir normal = ops.select(isSubnormal, scaled, x);
    Ir bits = ops.bits(normal);
    Ir n = ops.integer("ashr", ops.integer("sub", bits, SQRT_HALF_BITS), MANTISSA_BITS);
    Ir mantissa = ops.ofBits(ops.integer("sub", bits, ops.integer("shl", n, MANTISSA_BITS)));
    Ir exponent =
        ops.sub(
            ops.toFloat(n), ops.select(isSubnormal, ops.constant(MANTISSA_BITS), ops.constant(0)));
    return special(ops, x, sum(ops, exponent, ops.sub(mantissa, ops.constant(1))));
  }

  private static Ir sum(Float32Ops ops, Ir exponent, Ir f) {
    Ir square = ops.mul(f, f);
    Ir cubic =
        ops.polynomial(
            f,
            0x1.555546p-2,
            -0x1.000006p-2,
            0x1.99a584p-3,
            -0x1.555ce6p-3,
            0x1.2325e6p-3,
            -0x1.fbf1a4p-4,
            0x1.e7d4eep-4,
            -0x1.dfe2ccp-4,
            0x1.14552ep-4);
    Ir tail = ops.mul(ops.mul(cubic, f), square);
    Ir low = ops.multiplyAdd(exponent, ops.constant(LN2_LOW), tail);
    Ir correction = ops.multiplyAdd(square, ops.constant(-0.5), low);
    return ops.multiplyAdd(exponent, ops.constant(LN2_HIGH), ops.add(f, correction));
  }

  /** Zero, negative numbers, infinity and NaN. */
  private static Ir special(Float32Ops ops, Ir x, Ir result) {
    Ir atZero =
        ops.select(ops.compare("oeq", x, 0), ops.constant(Double.NEGATIVE_INFINITY), result);
    Ir negative = ops.select(ops.compare("ult", x, 0), ops.constant(Double.NaN), atZero);
    return ops.select(
        ops.compare("oeq", x, Double.POSITIVE_INFINITY),
        ops.constant(Double.POSITIVE_INFINITY),
        negative);
  }
}
