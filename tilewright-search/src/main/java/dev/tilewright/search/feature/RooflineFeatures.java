package dev.tilewright.search.feature;

import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.target.CpuTarget;
import java.util.List;

/**
 * What the analytic model says, in terms that do not depend on the size of the task or the machine:
 * the share of the machine's peak, of each cache level's bandwidth and of the program that the
 * statement takes, and how evenly its chunks fall on the threads. A model that has seen other tasks
 * knows from these what is good in a task that it has not seen.
 */
final class RooflineFeatures implements MachineFeatures {
  /** Two fused multiply-adds a cycle. */
  private static final double OPERATIONS_PER_CYCLE = 4;

  private final CpuTarget target;
  private final ComputeCost compute;
  private final MemoryCost memory;

  RooflineFeatures(CpuTarget target) {
    this.target = target;
    this.compute = new ComputeCost(target);
    this.memory = new MemoryCost(target);
  }

  @Override
  public List<String> names() {
    return List.of(
        "roofline.peak_share",
        "roofline.compute_share",
        "roofline.l1_share",
        "roofline.l2_share",
        "roofline.l3_share",
        "roofline.program_share",
        "roofline.balance",
        "roofline.chunk_cycles",
        "roofline.code_vectors",
        "roofline.cycles_per_point");
  }

  @Override
  public void write(ScheduleState state, List<Statement> statements, List<FeatureRow> rows) {
    double[] computing = statements.stream().mapToDouble(compute::cycles).toArray();
    List<double[]> waiting = statements.stream().map(memory::cyclesByLevel).toList();
    double programCycles = 0;
    for (int i = 0; i < computing.length; i++) {
      programCycles += Estimate.cycles(computing[i], waiting.get(i));
    }
    for (int i = 0; i < computing.length; i++) {
      Estimate estimate =
          new Estimate(statements.get(i), computing[i], waiting.get(i), programCycles);
      write(estimate, rows.get(i));
    }
  }

  private void write(Estimate estimate, FeatureRow row) {
    LoopPath path = estimate.statement().path();
    double cycles = Math.max(1, estimate.cycles());
    var op = estimate.statement().stage().op();
    double work = ArithmeticCounts.of(op).operations() * path.iterations();
    int lanes = target.lanes(op.outputs().getFirst().dtype().bits());
    row.share(work / (OPERATIONS_PER_CYCLE * lanes) / cycles);
    row.share(estimate.computeCycles() / cycles);
    for (double level : estimate.memoryCycles()) {
      row.share(level / cycles);
    }
    row.share(cycles / Math.max(1, estimate.programCycles()));
    double chunks = chunks(path);
    row.share(chunks / (Math.ceil(chunks / target.threads()) * target.threads()));
    row.quantity(cycles / chunks);
    row.quantity(ComputeCost.copies(path, path.straight()) * vectors(path, lanes));
    row.quantity(cycles / Math.max(1, path.iterations()));
  }

  private static double vectors(LoopPath path, int lanes) {
    return path.vector() < 0
        ? 1
        : Math.ceil((double) path.loops().get(path.vector()).extent() / lanes);
  }

  /** Pieces that threads take; 1 without a parallel loop. */
  private static double chunks(LoopPath path) {
    return path.loops().stream()
        .filter(loop -> loop.annotation() instanceof ForKind.Parallel)
        .mapToDouble(loop -> Math.max(1, loop.extent()))
        .reduce(1, (a, b) -> a * b);
  }
}
