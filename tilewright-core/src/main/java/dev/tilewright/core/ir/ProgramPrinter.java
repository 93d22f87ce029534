package dev.tilewright.core.ir;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.ExprPrinter;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.expr.Var;
import java.util.Arrays;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Prints loop programs as indented text. Loops print their range; two loop variables of one name in
 * one kernel are told apart by a number.
 *
 * <pre>
 * kernel T_relu(A: float32[100], T_relu: float32[100])
 *   parallel i.0 in 0..4
 *     vectorized i.1 in 0..32
 *       if (i.0*32 + i.1 &lt; 100)
 *         T_relu[i.0*32 + i.1] = max(A[i.0*32 + i.1], 0f)
 * </pre>
 */
public final class ProgramPrinter {
  private final StringBuilder text = new StringBuilder();
  private final Map<Var, String> names = new IdentityHashMap<>();
  private final Set<String> taken = new HashSet<>();
  private final ExprPrinter exprs =
      new ExprPrinter(var -> names.getOrDefault(var, var.name() + "?"));

  private ProgramPrinter() {}

  public static String text(Program program) {
    StringBuilder text = new StringBuilder();
    text.append("inputs ").append(buffers(program.inputs())).append('\n');
    text.append("outputs ").append(buffers(program.outputs())).append('\n');
    if (!program.workspaces().isEmpty()) {
      text.append("workspaces ").append(buffers(program.workspaces())).append('\n');
    }
    for (Kernel kernel : program.kernels()) {
      text.append('\n').append(text(kernel));
    }
    return text.toString();
  }

  public static String text(Kernel kernel) {
    ProgramPrinter printer = new ProgramPrinter();
    printer.line(0, "kernel " + kernel.name() + "(" + buffers(kernel.parameters()) + ")");
    printer.print(kernel.body(), 1);
    return printer.text.toString();
  }

  /** A statement on its own; variables that it does not bind print with a question mark. */
  public static String text(Stmt stmt) {
    ProgramPrinter printer = new ProgramPrinter();
    printer.print(stmt, 0);
    return printer.text.toString();
  }

  /** A condition or value on its own. */
  public static String text(Expr expr) {
    return new ExprPrinter(Var::name).text(expr);
  }

  private void print(Stmt stmt, int depth) {
    switch (stmt) {
      case Stmt.For(Var var, ForKind kind, Stmt body) -> {
        String name = bind(var);
        line(depth, "%s %s in 0..%d".formatted(word(kind), name, var.extent()));
        print(body, depth + 1);
      }
      case Stmt.Store(Buffer buffer, List<Index> indices, Expr value) ->
          line(depth, exprs.element(buffer, indices) + " = " + exprs.text(value));
      case Stmt.Let(Expr.Param param, Expr value, Stmt body) -> {
        line(depth, "let " + param.name() + " = " + exprs.text(value));
        print(body, depth);
      }
      case Stmt.If(Expr condition, Stmt body) -> {
        line(depth, "if " + exprs.text(condition));
        print(body, depth + 1);
      }
      case Stmt.Allocate(Buffer buffer, Stmt body) -> {
        String scope = buffer.scope().name().toLowerCase(Locale.ROOT);
        line(depth, scope + " " + buffer(buffer));
        print(body, depth);
      }
      case Stmt.Seq(List<Stmt> statements) -> {
        if (statements.isEmpty()) {
          line(depth, "nothing");
        }
        statements.forEach(child -> print(child, depth));
      }
      case Stmt.ThreadReduce(
              List<Expr.Param> params,
              var combiner,
              List<Expr> values,
              Stmt body) -> {
        String names = params.stream().map(Expr.Param::name).collect(Collectors.joining(", "));
        String all = values.stream().map(exprs::text).collect(Collectors.joining(", "));
        line(depth, "let %s = %s over threads of (%s)".formatted(names, combiner.name(), all));
        print(body, depth);
      }
      case Stmt.Shuffle(Expr.Param param, Expr value, int laneMask, Stmt body) -> {
        line(
            depth, "let %s = %s of lane ^ %d".formatted(param.name(), exprs.text(value), laneMask));
        print(body, depth);
      }
      case Stmt.Barrier(Buffer.Scope scope) ->
          line(depth, "barrier " + scope.name().toLowerCase(Locale.ROOT));
    }
  }

  /** A name for a loop variable that no other variable of the kernel has. */
  private String bind(Var var) {
    return names.computeIfAbsent(
        var,
        added -> {
          String candidate = added.name();
          for (int suffix = 1; !taken.add(candidate); suffix++) {
            candidate = added.name() + "_" + suffix;
          }
          return candidate;
        });
  }

  private void line(int depth, String content) {
    text.repeat("  ", depth).append(content).append('\n');
  }

  private static String word(ForKind kind) {
    return switch (kind) {
      case ForKind.Serial ignored -> "for";
      case ForKind.Parallel ignored -> "parallel";
      case ForKind.Vectorized ignored -> "vectorized";
      case ForKind.Unrolled ignored -> "unrolled";
      case ForKind.Bound(ForKind.ThreadAxis axis) ->
          "bound " + axis.name().toLowerCase(Locale.ROOT);
    };
  }

  private static String buffers(List<Buffer> buffers) {
    return buffers.stream().map(ProgramPrinter::buffer).collect(Collectors.joining(", "));
  }

  private static String buffer(Buffer buffer) {
    return buffer.name() + ": " + buffer.dtype() + Arrays.toString(buffer.shape().toArray());
  }
}
