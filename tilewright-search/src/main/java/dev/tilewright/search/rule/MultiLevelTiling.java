package dev.tilewright.search.rule;

import dev.tilewright.core.schedule.Placement;
import dev.tilewright.core.schedule.Stage;
import java.util.HashMap;
import java.util.List;

/** Tiles a reduction that reads elements several times, in place. */
final class MultiLevelTiling implements SketchRule {
  @Override
  public List<Derivation> apply(Derivation derivation) {
    Stage stage = derivation.stage();
    boolean applies =
        StageFacts.hasReuse(stage.op())
            && stage.placement() instanceof Placement.Root
            && stage.changes().isEmpty();
    return applies
        ? List.of(
            derivation.proceed(
                TileStructure.REUSE.apply(derivation.state(), stage, new HashMap<>())))
        : List.of();
  }
}
