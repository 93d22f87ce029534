package dev.tilewright.core.lower;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilewright.core.interp.DagEvaluator;
import dev.tilewright.core.interp.HostArray;
import dev.tilewright.core.interp.Interpreter;
import dev.tilewright.core.ir.GridKernel;
import dev.tilewright.core.ir.Kernel;
import dev.tilewright.core.ir.Program;
import dev.tilewright.core.ir.ProgramVerifier;
import dev.tilewright.core.ir.Stmt;
import dev.tilewright.core.ir.Stmts;
import dev.tilewright.core.schedule.PackedInputs;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.target.GpuTarget;
import dev.tilewright.core.testing.Differences;
import dev.tilewright.core.testing.RandomArrays;
import dev.tilewright.core.testing.RandomSchedule;
import dev.tilewright.core.testing.ScheduleProperty;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Every schedule for a GPU that random legal steps lead to computes what its DAG says. */
class GpuLoweringPropertyTest {
  private static final GpuTarget TARGET = GpuTarget.h200();

  private final AtomicInteger withThreads = new AtomicInteger();
  private final AtomicInteger withBarriers = new AtomicInteger();
  private final AtomicInteger withShuffles = new AtomicInteger();

  @Test
  void loweredSchedulesComputeTheDag() {
    ScheduleProperty.check(1, 3000, RandomSchedule::ofGpu, this::difference);
    if (Integer.getInteger("tilewright.property.count") == null) {
      assertThat(withThreads.get()).as("schedules with several threads").isGreaterThan(300);
      assertThat(withBarriers.get()).as("schedules with barriers").isGreaterThan(30);
      assertThat(withShuffles.get()).as("schedules with shuffles").isGreaterThan(30);
    }
  }

  private Optional<String> difference(ScheduleState state) {
    List<Lowering.Traced> trace;
    try {
      trace = Lowering.trace(state, TARGET);
    } catch (LoweringRefusedException limits) {
      return Optional.empty();
    }
    trace.forEach(traced -> ProgramVerifier.verify(traced.program()));
    Program program = trace.getLast().program();
    program.kernels().forEach(this::count);
    List<HostArray> inputs = RandomArrays.inputs(state.dag(), new Random(5));
    List<HostArray> expected = DagEvaluator.evaluate(state.dag(), inputs);
    List<HostArray> got = Interpreter.run(program, PackedInputs.of(state, inputs), 11);
    return Differences.first(state.dag().outputs(), got, expected);
  }

  private void count(Kernel kernel) {
    GridKernel grid = GridKernel.of(kernel);
    if (grid.threadsPerBlock() > 1) {
      withThreads.incrementAndGet();
    }
    if (holds(grid, Stmt.Barrier.class::isInstance)) {
      withBarriers.incrementAndGet();
    }
    if (holds(grid, Stmt.Shuffle.class::isInstance)) {
      withShuffles.incrementAndGet();
    }
  }

  private static boolean holds(GridKernel grid, Predicate<Stmt> wanted) {
    boolean[] found = {false};
    Stmts.forEach(grid.body(), stmt -> found[0] |= wanted.test(stmt));
    return found[0];
  }
}
