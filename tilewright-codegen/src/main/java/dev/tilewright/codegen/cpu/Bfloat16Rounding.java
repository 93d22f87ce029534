package dev.tilewright.codegen.cpu;

import dev.tilewright.base.DType;

/**
 * Writes the rounding to bfloat16, ties to even, with integer arithmetic: the processors'
 * instructions for it take subnormal numbers for zero.
 */
final class Bfloat16Rounding {
  private Bfloat16Rounding() {}

  static Value fromFloat32(IrWriter writer, Value value) {
    int lanes = value.lanes();
    String word = IrTypes.vector("i32", lanes);
    Ir bits = writer.pure(word, "bitcast %s to %s".formatted(value.ir(), word));
    Ir high = binary(writer, "lshr", bits, 16, lanes);
    Ir odd = binary(writer, "and", high, 1, lanes);
    Ir half = binary(writer, "add", odd, 0x7fff, lanes);
    Ir sum = writer.pure(word, "add %s, %s".formatted(bits, half.name()));
    Ir rounded = binary(writer, "lshr", sum, 16, lanes);
    Ir quiet = binary(writer, "or", high, 0x40, lanes);
    Ir isNan =
        writer.pure(
            IrTypes.vector("i1", lanes), "fcmp uno %s, %s".formatted(value.ir(), value.name()));
    Ir chosen = writer.pure(word, "select %s, %s, %s".formatted(isNan, quiet, rounded));
    String halfWord = IrTypes.vector("i16", lanes);
    Ir narrow = writer.pure(halfWord, "trunc %s to %s".formatted(chosen, halfWord));
    String type = IrTypes.register(DType.BFLOAT16, lanes);
    return new Value(
        writer.pure(type, "bitcast %s to %s".formatted(narrow, type)), DType.BFLOAT16, lanes);
  }

  private static Ir binary(IrWriter writer, String op, Ir left, long right, int lanes) {
    Ir constant = Ir.splatConstant("i32", Long.toString(right), lanes);
    return writer.pure(left.type(), "%s %s, %s".formatted(op, left, constant.name()));
  }
}
