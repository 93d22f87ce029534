package dev.tilewright.codegen.cpu;

import dev.tilewright.base.InternalException;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Var;
import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.ir.Kernel;
import dev.tilewright.core.ir.Stmt;
import dev.tilewright.core.ir.Stmts;
import dev.tilewright.core.target.CpuTarget;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;

/**
 * Writes one kernel as two functions: {@code void NAME(void** buffers, int64_t begin, int64_t
 * end)}, which callers see, takes the pointers out of the array and calls the other, whose pointers
 * are parameters, so that LLVM knows that they do not alias.
 */
final class KernelEmitter {
  private KernelEmitter() {}

  /**
   * The text of both functions.
   *
   * @param symbol the name that callers see
   * @param declarations the module's, added to
   */
  static String emit(
      Kernel kernel, String symbol, CpuTarget target, SortedSet<String> declarations) {
    try {
      return entry(kernel, symbol) + body(kernel, symbol, target, declarations);
    } catch (IllegalArgumentException notExpressible) {
      throw new InternalException(
          "kernel %s: no code for it: %s".formatted(kernel.name(), notExpressible.getMessage()),
          notExpressible);
    }
  }

  private static String entry(Kernel kernel, String symbol) {
    StringBuilder text = new StringBuilder();
    text.append("define void @%s(ptr %%buffers, i64 %%begin, i64 %%end) #0 {\n".formatted(symbol));
    List<String> arguments = new ArrayList<>();
    for (int i = 0; i < kernel.parameters().size(); i++) {
      text.append("  %%p%d = getelementptr ptr, ptr %%buffers, i64 %d\n".formatted(i, i));
      text.append("  %%b%d = load ptr, ptr %%p%d\n".formatted(i, i));
      arguments.add("ptr %b" + i);
    }
    arguments.add("i64 %begin");
    arguments.add("i64 %end");
    text.append("  call void @%s.chunks(%s)\n".formatted(symbol, String.join(", ", arguments)));
    return text.append("  ret void\n}\n\n").toString();
  }

  private static String body(
      Kernel kernel, String symbol, CpuTarget target, SortedSet<String> declarations) {
    IrWriter writer = new IrWriter(declarations);
    Scope scope = new Scope();
    List<Buffer> written = Stmts.buffersWritten(kernel.body());
    List<String> parameters = new ArrayList<>();
    for (int i = 0; i < kernel.parameters().size(); i++) {
      Buffer buffer = kernel.parameters().get(i);
      scope.define(buffer, new Scope.Storage(new Ir("ptr", "%b" + i), 1));
      String access = written.contains(buffer) ? "" : " readonly";
      parameters.add("ptr noalias nocapture%s align 64 %%b%d".formatted(access, i));
    }
    parameters.add("i64 %begin");
    parameters.add("i64 %end");
    StmtEmitter statements = new StmtEmitter(writer, scope, new CpuMachine(target));
    Ir begin = new Ir("i64", "%begin");
    Ir end = new Ir("i64", "%end");
    if (kernel.body() instanceof Stmt.For(var chunk, ForKind.Parallel(), Stmt perChunk)) {
      statements.range(chunk, begin, end, perChunk);
    } else {
      Var only = new Var("chunk", 1);
      statements.range(only, begin, end, kernel.body());
    }
    writer.line("ret void");
    return "define internal void @%s.chunks(%s) #1 {\n%s}\n\n"
        .formatted(symbol, String.join(", ", parameters), writer.text());
  }
}
