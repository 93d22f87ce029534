package dev.tilewright.codegen.gpu;

import dev.tilewright.base.Dim3;
import dev.tilewright.core.expr.Buffer;
import java.util.List;

/**
 * One kernel of a compiled module and how it is launched.
 *
 * @param name the entry's name in the module
 * @param grid blocks
 * @param block threads of a block
 * @param staticSharedBytes shared memory that the code declares for a block; a launch adds none
 * @param parameters the buffers whose device addresses are the entry's parameters, in order; each
 *     is 16-byte aligned or better, and no two overlap
 */
public record GpuKernelCode(
    String name, Dim3 grid, Dim3 block, long staticSharedBytes, List<Buffer> parameters) {
  public GpuKernelCode {
    parameters = List.copyOf(parameters);
  }
}
