package dev.tilewright.graph.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilewright.codegen.HostCpu;
import dev.tilewright.core.interp.DagEvaluator;
import dev.tilewright.core.interp.HostArray;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.target.CpuTarget;
import dev.tilewright.core.te.ComputeDag;
import dev.tilewright.core.te.DagPrinter;
import dev.tilewright.core.testing.Differences;
import dev.tilewright.core.testing.RandomArrays;
import dev.tilewright.core.testing.RandomDags;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Every DAG has a default schedule, which computes what the DAG says. The system property {@code
 * tilewright.property.seed} replaces the first seed, {@code tilewright.property.count} their
 * number.
 */
class DefaultSchedulePropertyTest {
  private static final long FIRST_SEED = Long.getLong("tilewright.property.seed", 31_000);

  @Test
  void interpreted() {
    CpuTarget narrow = ScheduleRun.cpu(128, 16, 2);
    CpuTarget wide = ScheduleRun.cpu(512, 32, 4);
    for (long seed = FIRST_SEED; seed < FIRST_SEED + count(200); seed++) {
      ComputeDag dag = RandomDags.next(new Random(seed));
      List<HostArray> inputs = RandomArrays.inputs(dag, new Random(seed));
      for (CpuTarget target : List.of(narrow, wide)) {
        ScheduleState state = DefaultSchedule.of(dag, target);
        check(seed, dag, ScheduleRun.interpret(state, inputs), inputs);
      }
    }
  }

  @Test
  void compiled() {
    CpuTarget host = HostCpu.detect(2);
    for (long seed = FIRST_SEED; seed < FIRST_SEED + count(60); seed++) {
      ComputeDag dag = RandomDags.next(new Random(seed));
      List<HostArray> inputs = RandomArrays.inputs(dag, new Random(seed));
      check(seed, dag, ScheduleRun.compile(DefaultSchedule.of(dag, host), host, inputs), inputs);
    }
  }

  private static int count(int usual) {
    return Integer.getInteger("tilewright.property.count", usual);
  }

  private static void check(
      long seed, ComputeDag dag, List<HostArray> results, List<HostArray> inputs) {
    List<HostArray> expected = DagEvaluator.evaluate(dag, inputs);
    assertThat(Differences.first(dag.outputs(), results, expected))
        .as(
            "seed %d (replay with -Dtilewright.property.seed=%d -Dtilewright.property.count=1)%n%s",
            seed, seed, DagPrinter.text(dag))
        .isEmpty();
  }
}
