package dev.tilewright.codegen.cpu;

/** Writes integer operations on indices: i64 scalars, or vectors of i32 or i64. */
final class IndexMath {
  private final IrWriter writer;

  IndexMath(IrWriter writer) {
    this.writer = writer;
  }

  /** The sum of two i64 scalars; constants are added here. */
  Ir add(Ir left, Ir right) {
    if (isConstant(left) && isConstant(right)) {
      return Ir.i64(constant(left) + constant(right));
    }
    if (isZero(left)) {
      return right;
    }
    return isZero(right)
        ? left
        : writer.pure("i64", "add nsw %s, %s".formatted(left, right.name()));
  }

  /** The product of an i64 scalar; constants are multiplied here. */
  Ir times(Ir value, long factor) {
    if (factor == 1) {
      return value;
    }
    return isConstant(value)
        ? Ir.i64(constant(value) * factor)
        : writer.pure("i64", "mul nsw %s, %d".formatted(value, factor));
  }

  /** An operation of two values of one type. */
  Ir operation(String name, Ir left, Ir right) {
    return writer.pure(left.type(), "%s %s, %s".formatted(name, left, right.name()));
  }

  /** {@code floor(value / divisor)}. */
  Ir divide(Ir value, long divisor, boolean nonNegative) {
    if (Long.bitCount(divisor) == 1) {
      return operation("ashr", value, like(value, Long.numberOfTrailingZeros(divisor)));
    }
    Ir by = like(value, divisor);
    if (nonNegative) {
      return operation("udiv", value, by);
    }
    Ir correction = signExtended(isNegative(operation("srem", value, by)), value);
    return operation("add", operation("sdiv", value, by), correction);
  }

  /** {@code value - divisor * floor(value / divisor)}. */
  Ir remainder(Ir value, long divisor, boolean nonNegative) {
    if (Long.bitCount(divisor) == 1) {
      return operation("and", value, like(value, divisor - 1));
    }
    Ir by = like(value, divisor);
    if (nonNegative) {
      return operation("urem", value, by);
    }
    Ir remainder = operation("srem", value, by);
    return operation(
        "add", remainder, operation("and", signExtended(isNegative(remainder), value), by));
  }

  static boolean isConstant(Ir value) {
    return !value.name().startsWith("%");
  }

  static long constant(Ir value) {
    return Long.parseLong(value.name());
  }

  private static boolean isZero(Ir value) {
    return value.name().equals("0");
  }

  private Ir isNegative(Ir value) {
    String type = IrTypes.vector("i1", value.lanes());
    return writer.pure(type, "icmp slt %s, %s".formatted(value, like(value, 0).name()));
  }

  private Ir signExtended(Ir condition, Ir like) {
    return writer.pure(like.type(), "sext %s to %s".formatted(condition, like.type()));
  }

  private static Ir like(Ir value, long constant) {
    return Ir.splatConstant(value.elementType(), Long.toString(constant), value.lanes());
  }
}
