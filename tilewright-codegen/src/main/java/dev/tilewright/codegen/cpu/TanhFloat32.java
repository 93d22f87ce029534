package dev.tilewright.codegen.cpu;

/**
 * The hyperbolic tangent of float32 values: a fitted odd polynomial near zero, elsewhere {@code 1 -
 * 2 / (exp(2|x|) + 1)} with the sign of x.
 */
final class TanhFloat32 {
  private static final double POLYNOMIAL_LIMIT = 0.625;

  /** From here on the result rounds to one. */
  private static final double SATURATION = 10;

  private TanhFloat32() {}

  static Ir emit(Float32Ops ops, Ir x) {
    Ir square = ops.mul(x, x);
    Ir tail =
        ops.polynomial(
            square, -0x1.555532p-2, 0x1.1106cap-3, -0x1.b82fbcp-5, 0x1.51d0ccp-6, -0x1.745430p-8);
    Ir small = ops.multiplyAdd(ops.mul(x, square), tail, x);
    Ir magnitude = ops.abs(x);
    Ir limited = ops.atMost(magnitude, SATURATION);
    Ir power = ExpFloat32.emit(ops, ops.add(limited, limited));
    Ir one = ops.constant(1);
    Ir large = ops.sub(one, ops.div(ops.constant(2), ops.add(power, one)));
    return ops.select(
        ops.compare("olt", magnitude, POLYNOMIAL_LIMIT), small, ops.withSignOf(large, x));
  }
}
