package dev.tilewright.codegen.cpu;

import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Exprs;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.expr.Var;
import java.util.ArrayList;
import java.util.List;

/** Spreads values over the lanes of the section, and knows what may differ between them. */
final class Lanes {
  private final IrWriter writer;
  private final Scope scope;

  Lanes(IrWriter writer, Scope scope) {
    this.writer = writer;
    this.scope = scope;
  }

  int count() {
    return scope.lanes();
  }

  /** The value with one copy for each of some lanes. */
  Ir spread(Value value, int lanes) {
    return value.lanes() == lanes ? value.ir() : spread(value.ir(), lanes);
  }

  /** A scalar in all of some lanes. */
  Ir spread(Ir scalar, int lanes) {
    if (lanes == 1) {
      return scalar;
    }
    if (IndexMath.isConstant(scalar)) {
      return Ir.splatConstant(scalar.type(), scalar.name(), lanes);
    }
    String type = IrTypes.vector(scalar.type(), lanes);
    Ir one = writer.pure(type, "insertelement %s poison, %s, i64 0".formatted(type, scalar));
    return writer.pure(
        type,
        "shufflevector %s, %s poison, <%d x i32> zeroinitializer".formatted(one, type, lanes));
  }

  /** {@code 0, stride, 2 * stride, …}: a constant. */
  Ir multiples(String elementType, long stride) {
    List<String> elements = new ArrayList<>();
    for (int lane = 0; lane < scope.lanes(); lane++) {
      elements.add(elementType + " " + lane * stride);
    }
    return new Ir(
        IrTypes.vector(elementType, scope.lanes()), "<" + String.join(", ", elements) + ">");
  }

  /** The lanes in reverse order. */
  Ir reversed(Ir vector) {
    List<String> order = new ArrayList<>();
    for (int lane = vector.lanes() - 1; lane >= 0; lane--) {
      order.add("i32 " + lane);
    }
    return writer.pure(
        vector.type(),
        "shufflevector %s, %s poison, <%d x i32> <%s>"
            .formatted(vector, vector.type(), vector.lanes(), String.join(", ", order)));
  }

  /** True if an index may differ between the lanes. */
  boolean mayDiffer(Index index) {
    if (scope.lanes() == 1) {
      return false;
    }
    return switch (index) {
      case Index.Ref(Var var) -> scope.variable(var) instanceof Scope.Binding.Lane;
      case Index.FromExpr(Expr value) -> mayDiffer(value);
      case Index.Const inner -> false;
      case Index.Add inner -> childDiffers(inner);
      case Index.Mul inner -> childDiffers(inner);
      case Index.FloorDiv inner -> childDiffers(inner);
      case Index.FloorMod inner -> childDiffers(inner);
      case Index.Min inner -> childDiffers(inner);
      case Index.Max inner -> childDiffers(inner);
    };
  }

  /** True if a value may differ between the lanes. */
  boolean mayDiffer(Expr value) {
    if (scope.lanes() == 1) {
      return false;
    }
    boolean own =
        value instanceof Expr.Param param && !scope.parameter(param).isUniform()
            || value instanceof Expr.Load load && scope.storage(load.buffer()).lanes() > 1;
    boolean[] differs = {own};
    Exprs.mapChildren(
        value,
        child -> {
          differs[0] |= mayDiffer(child);
          return child;
        },
        child -> {
          differs[0] |= mayDiffer(child);
          return child;
        });
    return differs[0];
  }

  private boolean childDiffers(Index index) {
    boolean[] differs = {false};
    Exprs.mapChildren(
        index,
        child -> child,
        child -> {
          differs[0] |= mayDiffer(child);
          return child;
        });
    return differs[0];
  }
}
