package dev.tilewright.search.record;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Combiner;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Var;

/** How the encoded form of a DAG names things: with their own names, or without any. */
enum Naming {
  /** The names in the DAG, for an encoding that decodes to the same DAG. */
  OWN {
    @Override
    String of(String name) {
      return name;
    }
  },
  /** No names, for an encoding that is equal for DAGs that differ in names alone. */
  NONE {
    @Override
    String of(String name) {
      return "";
    }
  };

  abstract String of(String name);

  String of(Buffer buffer) {
    return of(buffer.name());
  }

  String of(Var axis) {
    return of(axis.name());
  }

  String of(Expr.Param param) {
    return of(param.name());
  }

  String of(Combiner combiner) {
    return of(combiner.name());
  }
}
