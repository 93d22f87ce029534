package dev.tilewright.graph.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilewright.codegen.HostCpu;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.step.Step;
import dev.tilewright.core.target.CpuTarget;
import dev.tilewright.graph.schedule.DefaultSchedule;
import dev.tilewright.graph.spec.OpSpec;
import dev.tilewright.search.record.Costs;
import dev.tilewright.search.record.Outcome;
import dev.tilewright.search.record.RecordFile;
import dev.tilewright.search.record.RecordIndex;
import dev.tilewright.search.record.TuningRecord;
import dev.tilewright.search.record.WorkloadNames;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** W25: a shape was given the record of another shape and ran 200 times slower (tvm#4404). */
class TunedSchedulesTest {
  private static final CpuTarget HOST = HostCpu.detect(2);
  private static final NetworkTask LARGE = task("conv2d:h=512,w=512,ci=32,co=32");

  private final List<String> warnings = new ArrayList<>();

  @TempDir Path folder;

  @Test
  void aShapeWithoutRecordsRunsItsDefault() {
    ScheduleState chosen =
        schedules(
                record(task("conv2d:h=256,w=512,ci=32,co=32"), HOST, List.of()),
                record(task("conv2d:h=512,w=512,ci=32,co=32,stride=2"), HOST, List.of()),
                record(LARGE, HostCpu.detect(1), List.of()))
            .apply(LARGE);
    assertThat(chosen.steps()).isEqualTo(DefaultSchedule.of(LARGE.dag(), HOST).steps());
    assertThat(chosen.steps()).isNotEmpty();
    assertThat(warnings).isEmpty();
  }

  @Test
  void aShapeWithItsOwnRecordRunsThat() {
    assertThat(schedules(record(LARGE, HOST, List.of())).apply(LARGE).steps()).isEmpty();
  }

  private TunedSchedules schedules(TuningRecord... records) {
    RecordFile file = new RecordFile(folder.resolve("records.json"), warnings::add);
    file.append(List.of(records));
    RecordIndex index = RecordIndex.read(List.of(file), HOST.text(), HOST.threads());
    return new TunedSchedules(index, HOST, warnings::add);
  }

  private static NetworkTask task(String spec) {
    return NetworkTask.of(spec, OpSpec.parse(spec).dag());
  }

  private static TuningRecord record(NetworkTask task, CpuTarget target, List<Step> steps) {
    return new TuningRecord(
        task.key(),
        task.name(),
        target.text(),
        target.threads(),
        WorkloadNames.of(task.dag()),
        steps,
        new Outcome.Measured(Costs.of(List.of(0.5))),
        1,
        Instant.EPOCH,
        "test");
  }
}
