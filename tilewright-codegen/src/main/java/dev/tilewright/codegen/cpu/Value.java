package dev.tilewright.codegen.cpu;

import dev.tilewright.base.DType;

/**
 * A value of an expression: the same in all lanes of the vector loop (uniform, one lane), or one
 * value a lane.
 */
record Value(Ir ir, DType dtype, int lanes) {
  static Value of(Ir ir, DType dtype, int lanes) {
    return new Value(ir, dtype, lanes);
  }

  boolean isUniform() {
    return lanes == 1;
  }

  String name() {
    return ir.name();
  }

  String type() {
    return ir.type();
  }
}
