package dev.tilewright.codegen.cpu;

/**
 * The error function of float32 values: a fitted odd polynomial for {@code |x| < 1}, elsewhere
 * {@code 1 - exp(-t q(t))} with {@code t = |x|} and a fitted polynomial q, with the sign of x.
 */
final class ErfFloat32 {
  private static final double POLYNOMIAL_LIMIT = 1;

  /** From here on the result rounds to one. */
  private static final double SATURATION = 4;

  private ErfFloat32() {}

  static Ir emit(Float32Ops ops, Ir x) {
    Ir square = ops.mul(x, x);
    Ir tail =
        ops.polynomial(
            square,
            0x1.06eba8p-3,
            -0x1.81273ep-2,
            0x1.ce2cdcp-4,
            -0x1.b7f722p-6,
            0x1.53f584p-8,
            -0x1.a37aaep-11,
            0x1.48062ep-14);
    Ir small = ops.multiplyAdd(x, tail, x);
    Ir magnitude = ops.abs(x);
    Ir t = ops.atMost(magnitude, SATURATION);
    Ir q =
        ops.polynomial(
            t,
            0x1.20f15cp+0,
            0x1.45208ep-1,
            0x1.b40f9cp-4,
            -0x1.886bb4p-6,
            0x1.e8fe6ep-9,
            -0x1.68f260p-12,
            0x1.bfcc8ep-17);
    Ir complement = ExpFloat32.emit(ops, ops.negate(ops.mul(t, q)));
    Ir large = ops.sub(ops.constant(1), complement);
    return ops.select(
        ops.compare("olt", magnitude, POLYNOMIAL_LIMIT), small, ops.withSignOf(large, x));
  }
}
