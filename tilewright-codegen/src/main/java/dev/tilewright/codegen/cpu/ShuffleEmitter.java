package dev.tilewright.codegen.cpu;

import dev.tilewright.core.ir.Stmt;

/** Writes {@link Stmt.Shuffle} of values of any width as exchanges of 32-bit words. */
final class ShuffleEmitter {
  private static final int WORD = 32;

  private final IrWriter writer;
  private final Machine machine;

  ShuffleEmitter(IrWriter writer, Machine machine) {
    this.writer = writer;
    this.machine = machine;
  }

  /** The value that another lane sent; {@code value} is a scalar. */
  Value shuffle(Value value, int laneMask) {
    if (!value.isUniform()) {
      throw new IllegalArgumentException("a shuffle inside of a vector loop");
    }
    int bits = value.dtype().isBool() ? 1 : value.dtype().bits();
    String integer = "i" + bits;
    Ir sent = converted("bitcast", value.ir(), integer);
    Ir received = bits > WORD ? halves(sent, laneMask) : word(sent, laneMask);
    return new Value(converted("bitcast", received, value.type()), value.dtype(), 1);
  }

  private Ir word(Ir sent, int laneMask) {
    Ir received = machine.shuffle(writer, converted("zext", sent, "i32"), laneMask);
    return converted("trunc", received, sent.type());
  }

  private Ir halves(Ir sent, int laneMask) {
    Ir low = machine.shuffle(writer, converted("trunc", sent, "i32"), laneMask);
    Ir shifted = writer.pure("i64", "lshr %s, %d".formatted(sent, WORD));
    Ir high = machine.shuffle(writer, converted("trunc", shifted, "i32"), laneMask);
    Ir highBits = writer.pure("i64", "shl %s, %d".formatted(converted("zext", high, "i64"), WORD));
    return writer.pure(
        "i64", "or %s, %s".formatted(highBits, converted("zext", low, "i64").name()));
  }

  private Ir converted(String instruction, Ir value, String type) {
    return value.type().equals(type)
        ? value
        : writer.pure(type, "%s %s to %s".formatted(instruction, value, type));
  }
}
