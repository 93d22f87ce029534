package dev.tilewright.codegen.ptx;

import dev.tilewright.codegen.cpu.Ir;
import dev.tilewright.codegen.cpu.IrWriter;
import dev.tilewright.codegen.cpu.Machine;
import dev.tilewright.core.target.GpuTarget;

/**
 * One thread of a GPU: scalar arithmetic, accesses of up to 16 bytes.
 *
 * @param threadsPerBlock threads of the kernel's blocks; full warps, or less than one
 */
record NvidiaMachine(GpuTarget target, long threadsPerBlock) implements Machine {
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

  /** All lanes that exist take part; the clamp 31 lets them exchange within the whole warp. */
  @Override
  public Ir shuffle(IrWriter writer, Ir word, int laneMask) {
    int warp = target.warpSize();
    long lanes = threadsPerBlock >= warp ? -1 : (1L << threadsPerBlock) - 1;
    return writer.externalFresh(
        "i32",
        "llvm.nvvm.shfl.sync.bfly.i32",
        Ir.i32(lanes),
        word,
        Ir.i32(laneMask),
        Ir.i32(warp - 1L));
  }
}
