package dev.tilewright.codegen.cpu;

import dev.tilewright.core.target.CpuTarget;

/** A CPU, whose vector accesses fill vector registers. */
record CpuMachine(CpuTarget target) implements Machine {
  /** Registers that one value of a section may take, so that short dependent chains overlap. */
  private static final int REGISTERS_PER_VALUE = 4;

  @Override
  public int lanes(int elementBits) {
    return target.lanes(elementBits);
  }

  @Override
  public int accessesPerValue() {
    return REGISTERS_PER_VALUE;
  }

  @Override
  public void barrier(IrWriter writer) {
    throw new IllegalArgumentException("a barrier has no meaning on a CPU");
  }

  @Override
  public Ir shuffle(IrWriter writer, Ir word, int laneMask) {
    throw new IllegalArgumentException("a shuffle has no meaning on a CPU");
  }
}
