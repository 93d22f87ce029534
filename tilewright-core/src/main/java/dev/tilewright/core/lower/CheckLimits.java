package dev.tilewright.core.lower;

import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.ir.Kernel;
import dev.tilewright.core.ir.Program;
import dev.tilewright.core.ir.Stmt;
import dev.tilewright.core.ir.Stmts;

/** Refuses kernels that do not fit the stack of a thread or would take forever to compile. */
final class CheckLimits {
  /** Threads have stacks of 16 MiB, which other frames share. */
  static final long MAX_LOCAL_BYTES = 4L << 20;

  /** Stores once loops are unrolled. */
  static final long MAX_STATEMENTS = 8192;

  private CheckLimits() {}

  static Program run(Program program) {
    program.kernels().forEach(CheckLimits::check);
    return program;
  }

  private static void check(Kernel kernel) {
    long bytes = LocalMemory.bytes(kernel.body());
    if (bytes > MAX_LOCAL_BYTES) {
      throw new LoweringRefusedException(
          "kernel %s: needs %d bytes of local memory; expected at most %d, attach its stages further inside"
              .formatted(kernel.name(), bytes, MAX_LOCAL_BYTES));
    }
    long statements = StatementCount.of(kernel.body());
    if (statements > MAX_STATEMENTS) {
      throw new LoweringRefusedException(
          "kernel %s: has %d statements once unrolled; expected at most %d, unroll less"
              .formatted(kernel.name(), statements, MAX_STATEMENTS));
    }
    Stmts.forEach(kernel.body(), stmt -> requireCpuLoop(kernel, stmt));
  }

  private static void requireCpuLoop(Kernel kernel, Stmt stmt) {
    if (stmt instanceof Stmt.For(var variable, ForKind.Bound(var axis), var body)) {
      throw new LoweringRefusedException(
          "kernel %s: loop %s is bound to %s of a GPU; expected a schedule for a CPU"
              .formatted(kernel.name(), variable, axis));
    }
    if (stmt != kernel.body()
        && stmt instanceof Stmt.For(var variable, ForKind.Parallel(), var body)) {
      throw new LoweringRefusedException(
          "kernel %s: loop %s is parallel inside of another statement; expected it outermost"
              .formatted(kernel.name(), variable));
    }
  }
}
