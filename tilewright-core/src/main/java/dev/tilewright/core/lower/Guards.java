package dev.tilewright.core.lower;

import dev.tilewright.core.analysis.Simplifier;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.ir.Stmt;
import dev.tilewright.core.schedule.AxisBinding;
import dev.tilewright.core.schedule.LoopGuard;
import java.util.ArrayList;
import java.util.List;

/** The conditions under which a point of a stage's loops is a point of its domain. */
final class Guards {
  private Guards() {}

  /** The conditions that cannot be proved, one comparison each. */
  static List<Expr> of(List<AxisBinding> bindings, List<LoopGuard> loops) {
    List<Expr> guards = new ArrayList<>();
    for (LoopGuard loop : loops) {
      require(Expr.lt(loop.value(), Index.of(loop.extent())), guards);
    }
    for (AxisBinding binding : bindings) {
      boolean wholeAxis =
          Index.isConst(binding.base(), 0) && binding.extent() == binding.axis().extent();
      require(Expr.lt(binding.offset(), Index.of(binding.extent())), guards);
      if (!wholeAxis) {
        require(Expr.ge(binding.value(), Index.ZERO), guards);
        require(Expr.lt(binding.value(), Index.of(binding.axis().extent())), guards);
      }
    }
    return guards;
  }

  /** The body under all conditions, the first outermost. */
  static Stmt guard(List<Expr> guards, Stmt body) {
    Stmt guarded = body;
    for (Expr condition : guards.reversed()) {
      guarded = new Stmt.If(condition, guarded);
    }
    return guarded;
  }

  private static void require(Expr condition, List<Expr> guards) {
    Expr simplified = Simplifier.simplify(condition);
    if (!Simplifier.provablyTrue(simplified) && !guards.contains(simplified)) {
      guards.add(simplified);
    }
  }
}
