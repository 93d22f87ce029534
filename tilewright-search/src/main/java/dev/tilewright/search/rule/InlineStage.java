package dev.tilewright.search.rule;

import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Exprs;
import dev.tilewright.core.schedule.Placement;
import dev.tilewright.core.schedule.Stage;
import dev.tilewright.core.schedule.step.ComputeInline;
import java.util.List;

/** Computes a pointwise stage where it is read. */
final class InlineStage implements SketchRule {
  @Override
  public List<Derivation> apply(Derivation derivation) {
    return isPossible(derivation)
        ? List.of(
            derivation.proceed(
                new ComputeInline(derivation.stage().name()).apply(derivation.state())))
        : List.of();
  }

  private static boolean isPossible(Derivation derivation) {
    Stage stage = derivation.stage();
    boolean attachedIn =
        derivation.state().stages().stream()
            .anyMatch(
                other ->
                    other.placement() instanceof Placement.At(var target, var _)
                        && target.equals(stage.name()));
    return !stage.op().isReduction()
        && stage.changes().isEmpty()
        && !attachedIn
        && !StageFacts.isOutput(derivation.state(), stage);
  }

  /** True if nothing is computed twice by inlining, or nothing that costs anything. */
  static boolean isAlwaysBest(Derivation derivation) {
    return isPossible(derivation)
        && (StageFacts.isReadOnce(derivation.state(), derivation.stage())
            || isCopy(derivation.stage()));
  }

  /** True if the stage only moves data, without a condition. */
  private static boolean isCopy(Stage stage) {
    boolean[] plain = {true};
    stage
        .op()
        .body()
        .values()
        .forEach(
            value ->
                Exprs.forEach(
                    value,
                    node ->
                        plain[0] &=
                            node instanceof Expr.Load
                                || node instanceof Expr.FloatConst
                                || node instanceof Expr.IntConst));
    return plain[0];
  }
}
