package dev.tilewright.codegen.ptx;

import dev.tilewright.base.InternalException;
import dev.tilewright.base.UserException;
import dev.tilewright.codegen.cpu.Ir;
import dev.tilewright.codegen.cpu.IrWriter;
import dev.tilewright.codegen.cpu.Scope;
import dev.tilewright.codegen.cpu.StmtEmitter;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.ir.ForKind.ThreadAxis;
import dev.tilewright.core.ir.GridKernel;
import dev.tilewright.core.ir.Stmt;
import dev.tilewright.core.ir.Stmts;
import dev.tilewright.core.target.GpuTarget;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Writes one kernel as an entry function whose parameters are the addresses of its buffers. All
 * pointers are generic in the text; LLVM infers the state spaces from where they come from.
 */
final class GridEmitter {
  private final GridKernel grid;
  private final String symbol;
  private final GpuTarget target;
  private final SortedSet<String> declarations = new TreeSet<>();
  private final IrWriter writer = new IrWriter(declarations);
  private final Scope scope = new Scope();

  private GridEmitter(GridKernel grid, String symbol, GpuTarget target) {
    this.grid = grid;
    this.symbol = symbol;
    this.target = target;
  }

  /**
   * The text of the function with its shared variables.
   *
   * @param declarations the module's, added to
   */
  static String emit(
      GridKernel grid, String symbol, GpuTarget target, SortedSet<String> declarations) {
    GridEmitter emitter = new GridEmitter(grid, symbol, target);
    try {
      String text = emitter.function();
      emitter.requireNoLibrary();
      declarations.addAll(emitter.declarations);
      return text;
    } catch (IllegalArgumentException notExpressible) {
      throw new InternalException(
          "kernel %s: no code for it: %s"
              .formatted(grid.kernel().name(), notExpressible.getMessage()),
          notExpressible);
    }
  }

  private String function() {
    List<Buffer> written = Stmts.buffersWritten(grid.body());
    List<String> parameters = new ArrayList<>();
    for (int i = 0; i < grid.kernel().parameters().size(); i++) {
      Buffer buffer = grid.kernel().parameters().get(i);
      String access = written.contains(buffer) ? "" : " readonly";
      parameters.add("ptr addrspace(1) noalias nocapture%s align 16 %%b%d".formatted(access, i));
      define(buffer, new Ir("ptr addrspace(1)", "%b" + i));
    }
    for (int i = 0; i < grid.shared().size(); i++) {
      define(grid.shared().get(i), new Ir("ptr addrspace(3)", SharedLayout.name(symbol, i)));
    }
    List<GridKernel.Bound> bound = new ArrayList<>(grid.blocks());
    bound.addAll(grid.threads());
    emit(bound, grid.body());
    writer.line("ret void");
    return SharedLayout.definitions(grid, symbol)
        + "define ptx_kernel void @%s(%s) #0 {\n%s}\n\n"
            .formatted(symbol, String.join(", ", parameters), writer.text());
  }

  private void define(Buffer buffer, Ir pointer) {
    Ir generic = writer.fresh("ptr", "addrspacecast %s to ptr".formatted(pointer));
    scope.define(buffer, new Scope.Storage(generic, 1));
  }

  /** The body with the position of the thread in the grid in force. */
  private void emit(List<GridKernel.Bound> bound, Stmt body) {
    if (bound.isEmpty()) {
      new StmtEmitter(writer, scope, new NvidiaMachine(target, grid.threadsPerBlock())).emit(body);
      return;
    }
    GridKernel.Bound first = bound.getFirst();
    scope.with(first.var(), position(first), () -> emit(bound.subList(1, bound.size()), body));
  }

  private Scope.Binding position(GridKernel.Bound bound) {
    if (bound.var().extent() == 1) {
      return new Scope.Binding.Constant(0);
    }
    Ir number = writer.external("i32", register(bound));
    Ir wide = writer.pure("i64", "zext i32 %s to i64".formatted(number.name()));
    return new Scope.Binding.Register(wide, 0);
  }

  private static String register(GridKernel.Bound bound) {
    String register = bound.axis().isBlock() ? "ctaid" : "tid";
    return "llvm.nvvm.read.ptx.sreg.%s.%s".formatted(register, axis(bound.axis()));
  }

  private static String axis(ThreadAxis axis) {
    return switch (axis) {
      case BLOCK_X, THREAD_X -> "x";
      case BLOCK_Y, THREAD_Y -> "y";
      case BLOCK_Z, THREAD_Z -> "z";
      case VTHREAD -> throw new IllegalArgumentException("a virtual thread has no register");
    };
  }

  private void requireNoLibrary() {
    for (String declaration : declarations) {
      if (!declaration.contains("@llvm.")) {
        throw new UserException(
            "kernel %s: needs %s, which GPUs have no code for; expected sqrt, exp, log, tanh, erf, sigmoid or rounding in float32"
                .formatted(
                    grid.kernel().name(), declaration.replaceFirst(".*@([A-Za-z0-9_]+).*", "$1")));
      }
    }
  }
}
