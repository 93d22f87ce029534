package dev.tilewright.core.lower;

import dev.tilewright.core.ir.Kernel;
import dev.tilewright.core.ir.Program;
import dev.tilewright.core.ir.Stmt;
import java.util.function.UnaryOperator;

/** What passes over a program share. */
final class Programs {
  private Programs() {}

  static Program mapKernels(Program program, UnaryOperator<Kernel> mapper) {
    return new Program(
        program.kernels().stream().map(mapper).toList(),
        program.inputs(),
        program.outputs(),
        program.workspaces());
  }

  static Program mapBodies(Program program, UnaryOperator<Stmt> mapper) {
    return mapKernels(
        program,
        kernel -> {
          Stmt mapped = mapper.apply(kernel.body());
          return mapped == kernel.body()
              ? kernel
              : new Kernel(kernel.name(), kernel.parameters(), mapped);
        });
  }
}
