package dev.tilewright.core.lower;

import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.ir.ForKind.ThreadAxis;
import dev.tilewright.core.ir.GridKernel;
import dev.tilewright.core.ir.Kernel;
import dev.tilewright.core.ir.Program;
import dev.tilewright.core.ir.Stmt;
import dev.tilewright.core.ir.Stmts;
import dev.tilewright.core.target.GpuTarget;

/**
 * Refuses kernels that a GPU cannot launch or that would take forever to compile. The limits of the
 * grid are those of all NVIDIA GPUs since compute capability 3.0 (CUDA C++ Programming Guide,
 * technical specifications per compute capability).
 */
final class CheckGridLimits {
  private static final long MAX_BLOCKS_X = Integer.MAX_VALUE;
  private static final long MAX_BLOCKS_YZ = 65535;
  private static final long MAX_THREADS_XY = 1024;
  private static final long MAX_THREADS_Z = 64;

  /** Beyond what registers hold, local buffers of a thread are slow; this much is hopeless. */
  private static final long MAX_LOCAL_BYTES = 16 << 10;

  private final GridKernel grid;
  private final GpuTarget target;

  private CheckGridLimits(GridKernel grid, GpuTarget target) {
    this.grid = grid;
    this.target = target;
  }

  static Program run(Program program, GpuTarget target) {
    for (Kernel kernel : program.kernels()) {
      new CheckGridLimits(GridKernel.of(kernel), target).check();
    }
    return program;
  }

  private void check() {
    for (ThreadAxis axis : ThreadAxis.values()) {
      if (axis.isBlock()) {
        long most = axis == ThreadAxis.BLOCK_X ? MAX_BLOCKS_X : MAX_BLOCKS_YZ;
        atMost(grid.blocks(axis), most, "blocks along " + axis, "split the loop");
      } else if (axis.isThread()) {
        long most = axis == ThreadAxis.THREAD_Z ? MAX_THREADS_Z : MAX_THREADS_XY;
        atMost(grid.threads(axis), most, "threads along " + axis, "split the loop");
      }
    }
    atMost(
        grid.threadsPerBlock(),
        target.maxThreadsPerBlock(),
        "threads a block",
        "bind shorter loops");
    atMost(
        grid.sharedBytes(),
        target.sharedBytesPerBlock(),
        "bytes of shared memory",
        "attach the stages further inside");
    atMost(localBytes(), MAX_LOCAL_BYTES, "bytes of local memory a thread", "use smaller tiles");
    atMost(
        StatementCount.of(grid.body()),
        CheckLimits.MAX_STATEMENTS,
        "statements once unrolled",
        "unroll less");
    Stmts.forEach(grid.body(), this::requireSerial);
  }

  private long localBytes() {
    return LocalMemory.bytes(grid.body());
  }

  private void requireSerial(Stmt stmt) {
    if (stmt instanceof Stmt.For(var variable, ForKind.Parallel(), var body)) {
      throw refused(
          "loop %s is parallel, which is for CPUs; expected it bound".formatted(variable));
    }
  }

  private void atMost(long value, long most, String what, String remedy) {
    if (value > most) {
      throw refused("has %d %s; expected at most %d, %s".formatted(value, what, most, remedy));
    }
  }

  private LoweringRefusedException refused(String reason) {
    return new LoweringRefusedException("kernel %s: %s".formatted(grid.kernel().name(), reason));
  }
}
