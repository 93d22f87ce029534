package dev.tilewright.search.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.StatePrinter;
import dev.tilewright.core.te.ComputeDag;
import dev.tilewright.core.testing.Golden;
import dev.tilewright.search.evolve.Workloads;
import java.util.List;
import org.junit.jupiter.api.Test;

/** All sketches for GPUs of typical operators, as golden files. */
class GpuSketchRulesTest {
  @Test
  void denseOfOneRow() {
    check("denseOfOneRow", Workloads.dense(1, 2048, 1000));
  }

  @Test
  void convWithBiasAndRelu() {
    check("convWithBiasAndRelu", Workloads.conv(56, 64, 64, 1));
  }

  @Test
  void softmax() {
    check("softmax", Workloads.softmax(128, 1000));
  }

  @Test
  void relu() {
    check("relu", Workloads.relu(128, 1000));
  }

  private void check(String name, ComputeDag dag) {
    List<ScheduleState> sketches = GpuSketchRules.sketches(dag);
    assertThat(sketches).isNotEmpty();
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < sketches.size(); i++) {
      text.append("sketch %d\n%s\n".formatted(i, StatePrinter.print(sketches.get(i))));
    }
    Golden.check(getClass(), name, text.toString());
  }
}
