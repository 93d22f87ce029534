package dev.tilewright.core.lower;

import dev.tilewright.core.ir.Kernel;
import dev.tilewright.core.ir.Program;
import dev.tilewright.core.ir.Stmt;
import dev.tilewright.core.ir.Stmts;
import java.util.function.UnaryOperator;

/** What passes over a program share. */
final class Programs {
  private Programs() {}

  /** The program with other kernel bodies; parameters that a body no longer uses are dropped. */
  static Program mapBodies(Program program, UnaryOperator<Stmt> mapper) {
    return new Program(
        program.kernels().stream()
            .map(kernel -> withBody(kernel, mapper.apply(kernel.body())))
            .toList(),
        program.inputs(),
        program.outputs(),
        program.workspaces());
  }

  private static Kernel withBody(Kernel kernel, Stmt body) {
    return body == kernel.body()
        ? kernel
        : new Kernel(kernel.name(), Stmts.buffersOfCaller(body), body);
  }
}
