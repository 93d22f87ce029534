package dev.tilewright.core.lower;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Exprs;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.ir.Kernel;
import dev.tilewright.core.ir.Program;
import dev.tilewright.core.ir.Stmt;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * The global buffers that a kernel uses, in order of first use: reads of a store before its target.
 */
final class KernelParameters {
  private final Set<Buffer> seen = Collections.newSetFromMap(new IdentityHashMap<>());
  private final List<Buffer> parameters = new ArrayList<>();

  private KernelParameters() {}

  /** Renews the parameters of all kernels. */
  static Program run(Program program) {
    return Programs.mapKernels(
        program, kernel -> new Kernel(kernel.name(), of(kernel.body()), kernel.body()));
  }

  static List<Buffer> of(Stmt body) {
    KernelParameters found = new KernelParameters();
    found.visit(body);
    return found.parameters;
  }

  private void visit(Stmt stmt) {
    if (stmt instanceof Stmt.Store store) {
      visit(store.value());
      store.indices().forEach(this::visit);
      add(store.buffer());
    } else {
      StmtChildren.map(
          stmt,
          child -> {
            visit(child);
            return child;
          },
          expr -> {
            visit(expr);
            return expr;
          },
          index -> {
            visit(index);
            return index;
          });
    }
  }

  private void visit(Expr expr) {
    Exprs.forEach(expr, this::addLoad);
  }

  private void visit(Index index) {
    Exprs.forEach(index, this::addLoad);
  }

  private void addLoad(Expr expr) {
    if (expr instanceof Expr.Load load) {
      add(load.buffer());
    }
  }

  private void add(Buffer buffer) {
    if (buffer.scope() == Buffer.Scope.GLOBAL && seen.add(buffer)) {
      parameters.add(buffer);
    }
  }
}
