package dev.tilewright.core.lower;

import dev.tilewright.core.analysis.Simplifier;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.ir.Stmt;
import dev.tilewright.core.schedule.AxisBinding;
import dev.tilewright.core.schedule.LoopGuard;
import dev.tilewright.core.schedule.Stage;
import java.util.ArrayList;
import java.util.List;

/** The conditions under which a point of a stage's loops is a point of its domain. */
final class Guards {
  private Guards() {}

  /** The conditions of the body of a stage that cannot be proved, one comparison each. */
  static List<Expr> of(Stage stage) {
    List<Expr> guards = of(stage.bindings());
    for (LoopGuard guard : stage.guards()) {
      require(Expr.lt(guard.value(), Index.of(guard.extent())), guards);
    }
    return guards;
  }

  /** The conditions on axes that cannot be proved, one comparison each. */
  static List<Expr> of(List<AxisBinding> bindings) {
    List<Expr> guards = new ArrayList<>();
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
    if (!Simplifier.provablyTrue(condition)) {
      guards.add(condition);
    }
  }
}
