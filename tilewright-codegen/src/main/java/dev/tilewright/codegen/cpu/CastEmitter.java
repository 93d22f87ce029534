package dev.tilewright.codegen.cpu;

import dev.tilewright.base.DType;

/** Writes conversions between data types. */
final class CastEmitter {
  private final IrWriter writer;

  CastEmitter(IrWriter writer) {
    this.writer = writer;
  }

  Value cast(Value value, DType to) {
    DType from = value.dtype();
    if (from.equals(to)) {
      return value;
    }
    if (to.isBool()) {
      return isNotZero(value);
    }
    if (from.isFloat()) {
      return to.isFloat() ? floatToFloat(value, to) : floatToInteger(value, to);
    }
    return to.isFloat() ? integerToFloat(value, to) : integerToInteger(value, to);
  }

  private Value isNotZero(Value value) {
    if (value.dtype().kind() == DType.Kind.BFLOAT) {
      return isNotZero(cast(value, DType.FLOAT32));
    }
    String comparison = value.dtype().isFloat() ? "fcmp une" : "icmp ne";
    String zero = value.dtype().isFloat() ? "0.0" : "0";
    Ir zeros = Ir.splatConstant(IrTypes.register(value.dtype()), zero, value.lanes());
    return convert(value, DType.BOOL, "%s %s, %s".formatted(comparison, value.ir(), zeros.name()));
  }

  private Value floatToFloat(Value value, DType to) {
    DType from = value.dtype();
    if (from.bits() == 16 && to.bits() != 32) {
      return cast(convert(value, DType.FLOAT32, "fpext"), to);
    }
    if (from.bits() == 64 && to.bits() == 16) {
      return cast(RoundToOdd.fromFloat64(writer, value), to);
    }
    if (to.kind() == DType.Kind.BFLOAT) {
      return Bfloat16Rounding.fromFloat32(writer, value);
    }
    return convert(value, to, from.bits() < to.bits() ? "fpext" : "fptrunc");
  }

  private Value floatToInteger(Value value, DType to) {
    if (value.dtype().bits() == 16) {
      return floatToInteger(cast(value, DType.FLOAT32), to);
    }
    String function =
        "llvm.%s.%s.%s"
            .formatted(
                to.kind() == DType.Kind.INT ? "fptosi.sat" : "fptoui.sat",
                IrTypes.suffix(IrTypes.register(to), value.lanes()),
                IrTypes.suffix(IrTypes.register(value.dtype()), value.lanes()));
    return new Value(
        writer.external(IrTypes.register(to, value.lanes()), function, value.ir()),
        to,
        value.lanes());
  }

  /** To 16 bits through float64, which is exact or far from a tie of the narrow type. */
  private Value integerToFloat(Value value, DType to) {
    String conversion = value.dtype().kind() == DType.Kind.INT ? "sitofp" : "uitofp";
    return to.bits() == 16
        ? cast(convert(value, DType.FLOAT64, conversion), to)
        : convert(value, to, conversion);
  }

  private Value integerToInteger(Value value, DType to) {
    DType from = value.dtype();
    if (!from.isBool() && from.bits() == to.bits()) {
      return new Value(value.ir(), to, value.lanes());
    }
    if (!from.isBool() && from.bits() > to.bits()) {
      return convert(value, to, "trunc");
    }
    return convert(value, to, from.kind() == DType.Kind.INT ? "sext" : "zext");
  }

  private Value convert(Value value, DType to, String instruction) {
    String type = IrTypes.register(to, value.lanes());
    String text =
        instruction.contains(" ")
            ? instruction
            : "%s %s to %s".formatted(instruction, value.ir(), type);
    return new Value(writer.pure(type, text), to, value.lanes());
  }
}
