package dev.tilewright.codegen.cpu;

import dev.tilewright.base.DType;

/**
 * Arithmetic on float32 values with some lanes, with which the mathematical functions are written.
 * Values of one set of lanes only.
 */
final class Float32Ops {
  private final IrWriter writer;
  private final int lanes;
  private final String floats;
  private final String ints;

  Float32Ops(IrWriter writer, int lanes) {
    this.writer = writer;
    this.lanes = lanes;
    this.floats = IrTypes.vector("float", lanes);
    this.ints = IrTypes.vector("i32", lanes);
  }

  Ir constant(double value) {
    return Ir.splatConstant("float", IrConstants.floating(value, DType.FLOAT32), lanes);
  }

  Ir add(Ir left, Ir right) {
    return operation("fadd", left, right);
  }

  Ir sub(Ir left, Ir right) {
    return operation("fsub", left, right);
  }

  Ir mul(Ir left, Ir right) {
    return operation("fmul", left, right);
  }

  Ir div(Ir left, Ir right) {
    return operation("fdiv", left, right);
  }

  Ir negate(Ir value) {
    return writer.pure(floats, "fneg " + value);
  }

  /** {@code left * right + addend}, rounded once where the processor can do that. */
  Ir multiplyAdd(Ir left, Ir right, Ir addend) {
    return intrinsic("llvm.fmuladd", left, right, addend);
  }

  Ir abs(Ir value) {
    return intrinsic("llvm.fabs", value);
  }

  Ir withSignOf(Ir magnitude, Ir sign) {
    return intrinsic("llvm.copysign", magnitude, sign);
  }

  /** The polynomial with the given coefficients, that of the constant first (Horner's scheme). */
  Ir polynomial(Ir x, double... coefficients) {
    Ir sum = constant(coefficients[coefficients.length - 1]);
    for (int power = coefficients.length - 2; power >= 0; power--) {
      sum = multiplyAdd(sum, x, constant(coefficients[power]));
    }
    return sum;
  }

  /** Where {@code left op right} holds; {@code op} is an ordered or unordered predicate. */
  Ir compare(String predicate, Ir left, double right) {
    return writer.pure(
        IrTypes.vector("i1", lanes),
        "fcmp %s %s, %s".formatted(predicate, left, constant(right).name()));
  }

  Ir select(Ir condition, Ir ifTrue, Ir ifFalse) {
    return writer.pure(ifTrue.type(), "select %s, %s, %s".formatted(condition, ifTrue, ifFalse));
  }

  /** The value, but at most the limit; NaN stays. */
  Ir atMost(Ir value, double limit) {
    return select(compare("ogt", value, limit), constant(limit), value);
  }

  /** The value, but at least the limit; NaN stays. */
  Ir atLeast(Ir value, double limit) {
    return select(compare("olt", value, limit), constant(limit), value);
  }

  Ir bits(Ir value) {
    return writer.pure(ints, "bitcast %s to %s".formatted(value, ints));
  }

  Ir ofBits(Ir value) {
    return writer.pure(floats, "bitcast %s to %s".formatted(value, floats));
  }

  Ir toFloat(Ir integer) {
    return writer.pure(floats, "sitofp %s to %s".formatted(integer, floats));
  }

  /** An operation on the bits of a float, such as {@code add} or {@code ashr}. */
  Ir integer(String operation, Ir left, long right) {
    return integer(operation, left, Ir.splatConstant("i32", Long.toString(right), lanes));
  }

  Ir integer(String operation, Ir left, Ir right) {
    return writer.pure(ints, "%s %s, %s".formatted(operation, left, right.name()));
  }

  private Ir operation(String name, Ir left, Ir right) {
    return writer.pure(floats, "%s %s, %s".formatted(name, left, right.name()));
  }

  private Ir intrinsic(String name, Ir... arguments) {
    return writer.external(floats, name + "." + IrTypes.suffix("float", lanes), arguments);
  }
}
