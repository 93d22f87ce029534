package dev.tilewright.core.lower;

import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Exprs;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.expr.Var;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/** The variables that occur in something. */
final class Variables {
  private final Set<Var> found = none();

  private Variables() {}

  /** An empty set that tells variables apart by identity. */
  static Set<Var> none() {
    return Collections.newSetFromMap(new IdentityHashMap<>());
  }

  static Set<Var> of(Index index) {
    Variables variables = new Variables();
    variables.visit(index);
    return variables.found;
  }

  static Set<Var> of(Expr expr) {
    Variables variables = new Variables();
    variables.visit(expr);
    return variables.found;
  }

  private Index visit(Index index) {
    if (index instanceof Index.Ref(Var variable)) {
      found.add(variable);
    }
    Exprs.mapChildren(index, this::visit, this::visit);
    return index;
  }

  private Expr visit(Expr expr) {
    Exprs.mapChildren(expr, this::visit, this::visit);
    return expr;
  }
}
