package dev.tilewright.codegen.ptx;

import dev.tilewright.codegen.cpu.IrWriter;
import dev.tilewright.codegen.cpu.Machine;
import dev.tilewright.core.target.GpuTarget;

/** One thread of a GPU: scalar arithmetic, accesses of up to 16 bytes. */
record NvidiaMachine(GpuTarget target) implements Machine {
  @Override
  public int lanes(int elementBits) {
    return target.lanes(elementBits);
  }

  @Override
  public int accessesPerValue() {
    return 1;
  }

  @Override
  public void barrier(IrWriter writer) {
    writer.externalVoid("llvm.nvvm.barrier0");
  }
}
