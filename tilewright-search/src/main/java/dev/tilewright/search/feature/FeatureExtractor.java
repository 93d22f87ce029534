package dev.tilewright.search.feature;

import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.target.CpuTarget;
import java.util.ArrayList;
import java.util.List;

/**
 * Describes a schedule to a learned cost model: one vector of fixed length for each statement, with
 * the features that Ansor publishes (Zheng et al., OSDI 2020, appendix B) and a few of our own. It
 * is computed from the schedule state, without lowering it, in tens of microseconds. Quantities are
 * in the unit that the group says, as base-2 logarithms of one more; shares and flags are as they
 * are.
 */
public final class FeatureExtractor {
  private final List<FeatureGroup> groups;
  private final List<String> names;
  private final ComputeCost compute;
  private final MemoryCost memory;

  public FeatureExtractor(CpuTarget target) {
    this.groups =
        List.of(
            new ArithmeticFeatures(),
            new AnnotationFeatures(),
            new AccessFeatures(),
            new IntensityFeatures(),
            new ScopeFeatures(),
            new RooflineFeatures(target));
    this.names = groups.stream().flatMap(group -> group.names().stream()).toList();
    this.compute = new ComputeCost(target);
    this.memory = new MemoryCost(target);
  }

  /** A name for each feature, in order; equal for all targets. */
  public List<String> names() {
    return names;
  }

  /** One row for each statement of the schedule, in order of execution. */
  public List<float[]> extract(ScheduleState state) {
    List<Statement> statements = Statement.of(state);
    double[] computing = statements.stream().mapToDouble(compute::cycles).toArray();
    List<double[]> waiting = statements.stream().map(memory::cyclesByLevel).toList();
    double programCycles = 0;
    for (int i = 0; i < computing.length; i++) {
      programCycles += Estimate.cycles(computing[i], waiting.get(i));
    }
    List<float[]> rows = new ArrayList<>();
    for (int i = 0; i < computing.length; i++) {
      rows.add(row(new Estimate(statements.get(i), computing[i], waiting.get(i), programCycles)));
    }
    return rows;
  }

  private float[] row(Estimate estimate) {
    FeatureRow row = new FeatureRow(names.size());
    groups.forEach(group -> group.write(estimate, row));
    return row.finished();
  }
}
