package dev.tilewright.codegen.cpu;

import dev.tilewright.base.DType;

/**
 * Writes the rounding of float64 to float32 towards odd. A further rounding to 16 bits then gives
 * what one rounding would, since the last bit says whether the first was exact (Boldo and
 * Melquiond, "Emulation of FMA and correctly rounded sums", 2008).
 */
final class RoundToOdd {
  private RoundToOdd() {}

  /** Where float32 is not exact, the one of the two neighbours whose last bit is 1. */
  static Value fromFloat64(IrWriter writer, Value value) {
    int lanes = value.lanes();
    String word = IrTypes.vector("i32", lanes);
    String bool = IrTypes.vector("i1", lanes);
    String single = IrTypes.register(DType.FLOAT32, lanes);
    Ir nearest = writer.pure(single, "fptrunc %s to %s".formatted(value.ir(), single));
    Ir back = writer.pure(value.type(), "fpext %s to %s".formatted(nearest, value.type()));
    Ir bits = writer.pure(word, "bitcast %s to %s".formatted(nearest, word));
    Ir inexact = writer.pure(bool, "fcmp one %s, %s".formatted(back, value.name()));
    Ir isEven =
        writer.pure(
            bool,
            "icmp eq %s, %s"
                .formatted(
                    binary(writer, "and", bits, 1, lanes),
                    Ir.splatConstant("i32", "0", lanes).name()));
    Ir adjust = writer.pure(bool, "and %s, %s".formatted(inexact, isEven.name()));
    Ir magnitude = magnitudeGrew(writer, back, value, lanes);
    Ir step =
        writer.pure(
            word,
            "select %s, %s, %s"
                .formatted(
                    magnitude,
                    Ir.splatConstant("i32", "-1", lanes),
                    Ir.splatConstant("i32", "1", lanes)));
    Ir moved = writer.pure(word, "add %s, %s".formatted(bits, step.name()));
    Ir odd = writer.pure(word, "select %s, %s, %s".formatted(adjust, moved, bits));
    Ir result = writer.pure(single, "bitcast %s to %s".formatted(odd, single));
    return new Value(result, DType.FLOAT32, lanes);
  }

  private static Ir magnitudeGrew(IrWriter writer, Ir rounded, Value exact, int lanes) {
    String function = "llvm.fabs." + IrTypes.suffix(IrTypes.register(exact.dtype()), lanes);
    Ir after = writer.external(exact.type(), function, rounded);
    Ir before = writer.external(exact.type(), function, exact.ir());
    return writer.pure(
        IrTypes.vector("i1", lanes), "fcmp ogt %s, %s".formatted(after, before.name()));
  }

  private static Ir binary(IrWriter writer, String op, Ir left, long right, int lanes) {
    Ir constant = Ir.splatConstant("i32", Long.toString(right), lanes);
    return writer.pure(left.type(), "%s %s, %s".formatted(op, left, constant.name()));
  }
}
