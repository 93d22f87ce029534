package dev.tilewright.search.limit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilewright.codegen.HostCpu;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.target.CpuTarget;
import dev.tilewright.runtime.Tensor;
import dev.tilewright.search.build.CompiledProgram;
import dev.tilewright.search.build.CpuBackend;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class StreamingReadTest {
  private static final long CHUNKS = 2;
  private static final long ROWS = 3;

  static final List<StreamingRead> CANDIDATES = StreamingRead.CANDIDATES;

  /** Element i is i, so that every element that is left out or read twice shows in a sum. */
  @ParameterizedTest
  @FieldSource("CANDIDATES")
  void addsUpEveryElementOnce(StreamingRead read) {
    CpuTarget target = HostCpu.detect(1);
    long width = (long) read.vectors() * target.lanes(Float.SIZE);
    ScheduleState schedule = read.schedule(CHUNKS, ROWS, width);
    Tensor data = allocate(schedule.dag().inputs().getFirst());
    for (long i = 0; i < data.shape().elements(); i++) {
      data.set(i, (double) i);
    }
    Tensor sums = allocate(schedule.dag().outputs().getFirst());
    try (CpuBackend backend = CpuBackend.open(target);
        CompiledProgram program = backend.build(schedule).program()) {
      program.run(List.of(data), List.of(sums));
    }
    for (long i = 0; i < sums.shape().elements(); i++) {
      long block = i / width * ROWS * width;
      double expected = ROWS * (block + i % width) + width * (ROWS * (ROWS - 1) / 2);
      assertThat(sums.getDouble(i)).as("sum %d", i).isEqualTo(expected);
    }
  }

  private static Tensor allocate(Buffer buffer) {
    return Tensor.allocate(buffer.dtype(), buffer.shape());
  }
}
