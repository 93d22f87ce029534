package dev.tilewright.graph.schedule;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.schedule.step.CacheWrite;
import dev.tilewright.core.te.Compute;
import java.util.Optional;

/**
 * A reduction and the pointwise stage that reads it element by element, if there is one: its tiles
 * are where the reduction is computed.
 */
record ReductionStage(String name, Optional<String> reader) {
  /** The reduction and the stage whose loops own the tiles. */
  record Tiled(String reduction, String owner) {}

  /** Gives the reduction an owner: its reader, or a copy that cache_write makes. */
  Tiled withOwner(Draft draft) {
    if (reader.isPresent()) {
      return new Tiled(name, reader.get());
    }
    Compute op = draft.stage(name).op();
    Buffer first = op.outputs().getFirst();
    draft.apply(new CacheWrite(name, Buffer.Scope.LOCAL));
    String cached =
        draft.state().stages().stream()
            .filter(stage -> stage.op().body() == op.body())
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("no cache of " + first))
            .name();
    return new Tiled(cached, name);
  }
}
