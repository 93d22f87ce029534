package dev.tilewright.codegen.cpu;

/** Which lanes are active. */
final class Masks {
  private Masks() {}

  static Ir all(int lanes) {
    return Ir.splatConstant("i1", "true", lanes);
  }

  /** True if at least one lane is active. */
  static Ir any(IrWriter writer, Ir mask) {
    return mask.lanes() == 1
        ? mask
        : writer.external(
            "i1", "llvm.vector.reduce.or." + IrTypes.suffix("i1", mask.lanes()), mask);
  }
}
