package dev.tilewright.core.analysis;

import dev.tilewright.core.expr.Var;
import java.util.List;

/** Sizes of iteration domains. */
final class Extents {
  private Extents() {}

  /** Number of points; 1 for no variables. As a double, since it may exceed 64 bits. */
  static double product(List<Var> vars) {
    double product = 1;
    for (Var var : vars) {
      product *= var.extent();
    }
    return product;
  }
}
