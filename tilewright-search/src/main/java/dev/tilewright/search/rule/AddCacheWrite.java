package dev.tilewright.search.rule;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.Stage;
import dev.tilewright.core.schedule.step.CacheWrite;
import java.util.List;

/**
 * Gives a reduction without an elementwise consumer a copy as one, so that its tiles are
 * accumulated in registers, and fuses the two.
 */
final class AddCacheWrite implements SketchRule {
  @Override
  public List<Derivation> apply(Derivation derivation) {
    Stage stage = derivation.stage();
    if (!MultiLevelTilingWithFusion.isPlainReduction(stage)
        || StageFacts.elementwiseConsumer(derivation.state(), stage).isPresent()) {
      return List.of();
    }
    ScheduleState cached =
        new CacheWrite(stage.name(), Buffer.Scope.LOCAL).apply(derivation.state());
    Derivation visitCache = new Derivation(cached, derivation.position());
    return MultiLevelTilingWithFusion.fuse(
        visitCache, cached.findStage(stage.name()).orElseThrow());
  }
}
