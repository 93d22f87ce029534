package dev.tilewright.search.feature;

import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.target.GpuTarget;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * How a statement and its kernel use a GPU: the grid, what limits the blocks that a multiprocessor
 * holds, coalescing, bank conflicts, and what {@link GridCost} says, in shares of the kernel's
 * estimated time.
 */
final class GridFeatures implements MachineFeatures {
  private final GridCost cost;
  private final GpuTarget target;

  GridFeatures(GpuTarget target) {
    this.cost = new GridCost(target);
    this.target = target;
  }

  @Override
  public List<String> names() {
    return List.of(
        "grid.blocks",
        "grid.threads",
        "grid.lane_share",
        "grid.shared_bytes",
        "grid.registers",
        "grid.resident_warps",
        "grid.waves",
        "grid.balance",
        "grid.spills",
        "grid.issue_share",
        "grid.first_level_share",
        "grid.second_level_share",
        "grid.memory_share",
        "grid.latency_share",
        "grid.cycles",
        "grid.program_share",
        "thread.trips",
        "thread.arithmetic",
        "thread.memory",
        "thread.sectors",
        "thread.passes",
        "thread.chain",
        "thread.uncoalesced",
        "thread.bank_conflicts",
        "thread.active_share",
        "thread.local_memory");
  }

  @Override
  public void write(ScheduleState state, List<Statement> statements, List<FeatureRow> rows) {
    List<GridCost.Kernel> kernels = cost.kernels(state, statements);
    double program = kernels.stream().mapToDouble(kernel -> kernel.estimate().cycles()).sum();
    for (GridCost.Kernel kernel : kernels) {
      for (Statement statement : kernel.statements()) {
        FeatureRow row = rows.get(statements.indexOf(statement));
        write(kernel.estimate(), program, row);
        write(ThreadWork.of(statement), kernel.estimate(), row);
      }
    }
  }

  private void write(GridCost.KernelEstimate kernel, double program, FeatureRow row) {
    row.quantity(kernel.blocks());
    row.quantity(kernel.threads());
    double warps = Math.ceil(kernel.threads() / target.warpSize());
    row.share(kernel.threads() / (warps * target.warpSize()));
    row.quantity(kernel.sharedBytes());
    row.quantity(kernel.registers());
    row.quantity(kernel.residentWarps());
    row.quantity(kernel.waves());
    row.share(kernel.balance());
    row.share(kernel.spills());
    double cycles = Math.max(1, kernel.cycles());
    DoubleStream.of(
            kernel.issue(),
            kernel.firstLevel(),
            kernel.secondLevel(),
            kernel.memory(),
            kernel.latency())
        .forEach(part -> row.share(part / cycles));
    row.quantity(cycles);
    row.share(cycles / Math.max(1, program));
  }

  private static void write(ThreadWork work, GridCost.KernelEstimate kernel, FeatureRow row) {
    row.quantity(work.trips());
    row.quantity(work.arithmetic());
    row.quantity(work.memory());
    row.quantity(work.sectors());
    row.quantity(work.passes());
    row.quantity(work.chain());
    row.share(work.worstSectors());
    row.share(work.worstPasses());
    row.share(work.threads() / Math.max(1, kernel.threads()));
    row.flag(work.usesLocalMemory());
  }
}
