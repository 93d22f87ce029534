package dev.tilewright.runtime.plan;

import dev.tilewright.base.EnvironmentException;
import dev.tilewright.runtime.Tensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** The memory of a plan that all calls share: its arena and its constants. */
final class PlanMemory {
  private final MemorySegment workspace;
  private final List<Tensor> constants;

  PlanMemory(Plan plan, List<Tensor> constants, Arena arena) {
    try {
      this.workspace = arena.allocate(plan.arenaBytes(), Tensor.ALIGNMENT);
    } catch (OutOfMemoryError full) {
      throw new EnvironmentException(
          "plan %s: its arena of %d bytes does not fit in memory; expected a machine with more"
              .formatted(plan.name(), plan.arenaBytes()),
          full);
    }
    this.constants =
        constants.stream().map(tensor -> tensor.isAligned() ? tensor : tensor.copy()).toList();
  }

  MemorySegment workspace(long offset, long bytes) {
    return workspace.asSlice(offset, bytes);
  }

  MemorySegment constant(int position) {
    return constants.get(position).segment();
  }
}
