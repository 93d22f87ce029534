package dev.tilewright.search.feature;

import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.target.CpuTarget;
import dev.tilewright.core.target.GpuTarget;
import dev.tilewright.core.target.Target;
import java.util.List;
import java.util.stream.Stream;

/**
 * Describes a schedule to a learned cost model: one vector of fixed length for each statement, with
 * the features that Ansor publishes (Zheng et al., OSDI 2020, appendix B) and a few of our own. It
 * is computed from the schedule state, without lowering it, in tens of microseconds. Quantities are
 * in the unit that the group says, as base-2 logarithms of one more; shares and flags are as they
 * are.
 */
public final class FeatureExtractor {
  private static final List<FeatureGroup> GROUPS =
      List.of(
          new ArithmeticFeatures(),
          new AnnotationFeatures(),
          new AccessFeatures(),
          new IntensityFeatures(),
          new ScopeFeatures());

  private final MachineFeatures machine;
  private final List<String> names;

  public FeatureExtractor(Target target) {
    this.machine =
        switch (target) {
          case CpuTarget cpu -> new RooflineFeatures(cpu);
          case GpuTarget gpu -> new GridFeatures(gpu);
        };
    this.names =
        Stream.concat(
                GROUPS.stream().flatMap(group -> group.names().stream()), machine.names().stream())
            .toList();
  }

  /** A name for each feature, in order; equal for all targets of a kind. */
  public List<String> names() {
    return names;
  }

  /** One row for each statement of the schedule, in order of execution. */
  public List<float[]> extract(ScheduleState state) {
    List<Statement> statements = Statement.of(state);
    List<FeatureRow> rows = statements.stream().map(this::row).toList();
    machine.write(state, statements, rows);
    return rows.stream().map(FeatureRow::finished).toList();
  }

  private FeatureRow row(Statement statement) {
    FeatureRow row = new FeatureRow(names.size());
    GROUPS.forEach(group -> group.write(statement, row));
    return row;
  }
}
