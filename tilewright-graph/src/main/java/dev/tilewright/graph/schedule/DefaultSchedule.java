package dev.tilewright.graph.schedule;

import dev.tilewright.base.UserException;
import dev.tilewright.core.analysis.Access;
import dev.tilewright.core.lower.Lowering;
import dev.tilewright.core.schedule.Placement;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.Stage;
import dev.tilewright.core.target.CpuTarget;
import dev.tilewright.core.te.Compute;
import dev.tilewright.core.te.ComputeDag;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The hand-written schedule of a DAG for a CPU: what a task runs with before, or without, a search.
 * Every DAG gets one. It depends on the DAG and the target alone.
 */
public final class DefaultSchedule {
  private final Draft draft;
  private final CpuTarget target;

  private DefaultSchedule(ComputeDag dag, CpuTarget target) {
    this.draft = new Draft(ScheduleState.initial(dag));
    this.target = target;
  }

  /** The schedule; its steps are {@link ScheduleState#steps}. It lowers without being refused. */
  public static ScheduleState of(ComputeDag dag, CpuTarget target) {
    for (boolean tiled : new boolean[] {true, false}) {
      ScheduleState state = new DefaultSchedule(dag, target).build(tiled);
      if (lowers(state)) {
        return state;
      }
    }
    return ScheduleState.initial(dag);
  }

  private static boolean lowers(ScheduleState state) {
    try {
      Lowering.lower(state);
      return true;
    } catch (UserException refused) {
      return false;
    }
  }

  private ScheduleState build(boolean tiled) {
    InlineStages.run(draft);
    Set<String> done = new HashSet<>();
    for (String name : rootStages()) {
      if (draft.stage(name).op().isReduction()) {
        ReductionStage stage = new ReductionStage(name, reader(name, done));
        stage.reader().ifPresent(done::add);
        if (!schedule(stage, tiled)) {
          stage.reader().ifPresent(done::remove);
        }
      }
    }
    for (String name : rootStages()) {
      boolean plain = draft.stage(name).op().isReduction() || done.contains(name);
      if (!plain && isUntouched(name)) {
        draft.attempt(() -> new PointwiseStage(target).apply(draft, name));
      }
    }
    return draft.state();
  }

  private List<String> rootStages() {
    return draft.state().stages().stream()
        .filter(stage -> stage.placement() instanceof Placement.Root)
        .map(Stage::name)
        .toList();
  }

  private boolean isUntouched(String name) {
    return draft.stage(name).changes().isEmpty();
  }

  /** True if the tiles of the reader own the reduction. */
  private boolean schedule(ReductionStage stage, boolean tiled) {
    List<ReductionTemplate> whole =
        List.of(
            new PackedProduct(target),
            new TiledReduction(TileChooser.Lanes.CONTIGUOUS, target),
            new LaneReduction(target),
            new TiledReduction(TileChooser.Lanes.ANY, target),
            new PlainReduction(target));
    List<ReductionTemplate> templates = new ArrayList<>();
    if (tiled) {
      templates.add(new SplitReduction(target, whole));
      templates.addAll(whole.subList(0, 4));
    }
    for (ReductionTemplate template : templates) {
      if (draft.attemptIf(() -> template.apply(draft, stage))) {
        return !(draft.stage(stage.name()).placement() instanceof Placement.Root);
      }
    }
    draft.attemptIf(() -> new PlainReduction(target).apply(draft, stage));
    return false;
  }

  /** The one stage that reads a reduction, if it reads it element by element and is still free. */
  private Optional<String> reader(String name, Set<String> taken) {
    Compute op = draft.stage(name).op();
    if (op.outputs().stream().anyMatch(draft.state().dag().outputs()::contains)) {
      return Optional.empty();
    }
    List<Stage> readers =
        draft.state().stages().stream()
            .filter(stage -> !(stage.placement() instanceof Placement.Inlined))
            .filter(stage -> reads(stage.op(), op))
            .toList();
    if (readers.size() != 1) {
      return Optional.empty();
    }
    Stage reader = readers.getFirst();
    boolean free =
        reader.placement() instanceof Placement.Root
            && !reader.op().isReduction()
            && reader.changes().isEmpty()
            && !taken.contains(reader.name());
    return free && readsInPlace(reader.op(), op) ? Optional.of(reader.name()) : Optional.empty();
  }

  private static boolean reads(Compute reader, Compute op) {
    return Access.of(reader).stream().anyMatch(access -> op.outputs().contains(access.buffer()));
  }

  private static boolean readsInPlace(Compute reader, Compute op) {
    return reader.outputs().getFirst().shape().equals(op.outputs().getFirst().shape())
        && Access.of(reader).stream()
            .filter(access -> op.outputs().contains(access.buffer()))
            .allMatch(
                access -> access.simple(reader).map(Access.Simple::isElementwise).orElse(false));
  }
}
