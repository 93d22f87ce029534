package dev.tilewright.graph.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.OperatingSystemMXBean;
import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.codegen.CpuCompiler;
import dev.tilewright.codegen.HostCpu;
import dev.tilewright.codegen.JitProgram;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.interp.HostArray;
import dev.tilewright.core.ir.Program;
import dev.tilewright.core.lower.Lowering;
import dev.tilewright.core.schedule.PackedInputs;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.target.CpuTarget;
import dev.tilewright.core.te.ComputeDag;
import dev.tilewright.graph.spec.OpSpec;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * W22: a convolution of a batch of 128 images, for which another compiler found no schedule
 * (tvm#8991). Data and result are 1.6 GB each.
 */
class LargeConvolutionTest {
  private static final int BATCH = 128;
  private static final int CHANNELS = 64;
  private static final int SIZE = 224;
  private static final long NEEDED_BYTES = 14L << 30;

  /** A prime, so that equal values of the data do not fall on equal places of rows or images. */
  private static final int PERIOD = 1_000_003;

  private static final int SAMPLES = 2000;

  @Test
  void equalsItsDefinitionAtSampledElements() {
    long memory =
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
    assumeTrue(memory >= NEEDED_BYTES, "needs a machine with 14 GiB of memory");
    CpuTarget host = HostCpu.detect(2);
    ComputeDag dag =
        OpSpec.parse("conv2d:n=%d,h=%d,w=%d,layout=NCHW".formatted(BATCH, SIZE, SIZE)).dag();
    ScheduleState state = DefaultSchedule.of(dag, host);
    Program program = Lowering.lower(state);
    try (Arena arena = Arena.ofConfined();
        JitProgram code = new CpuCompiler().jit(program, host)) {
      HostArray data = periodic(dag.inputs().get(0), arena);
      HostArray weight = wholeNumbers(dag.inputs().get(1).shape());
      Map<Buffer, MemorySegment> bound =
          ScheduleRun.bind(program, PackedInputs.of(state, List.of(data, weight)), arena);
      ScheduleRun.launch(program, code, bound, arena);
      Buffer output = program.outputs().getFirst();
      HostArray result = HostArray.wrap(output.dtype(), output.shape(), bound.get(output));
      Random random = new Random(5);
      for (int sample = 0; sample < SAMPLES; sample++) {
        long position = sample == 0 ? output.shape().elements() - 1 : element(random);
        assertThat(result.getDouble(position))
            .as("element %d", position)
            .isEqualTo(definition(data, weight, position));
      }
    }
  }

  /** Every other one on the border of its image, where the padding is read. */
  private static long element(Random random) {
    long plane = random.nextLong(BATCH * CHANNELS);
    long y = random.nextBoolean() ? random.nextInt(SIZE) : SIZE - 1;
    long x = random.nextBoolean() ? random.nextInt(SIZE) : 0;
    return (plane * SIZE + y) * SIZE + x;
  }

  /** Sums of products of small whole numbers are exact. */
  private static double definition(HostArray data, HostArray weight, long position) {
    long x = position % SIZE;
    long y = position / SIZE % SIZE;
    long plane = position / SIZE / SIZE;
    long image = plane / CHANNELS;
    long output = plane % CHANNELS;
    double sum = 0;
    for (long input = 0; input < CHANNELS; input++) {
      for (long ky = Math.max(0, 1 - y); ky < Math.min(3, SIZE + 1 - y); ky++) {
        for (long kx = Math.max(0, 1 - x); kx < Math.min(3, SIZE + 1 - x); kx++) {
          long read = ((image * CHANNELS + input) * SIZE + y + ky - 1) * SIZE + x + kx - 1;
          sum +=
              data.getDouble(read)
                  * weight.getDouble(((output * CHANNELS + input) * 3 + ky) * 3 + kx);
        }
      }
    }
    return sum;
  }

  private static HostArray wholeNumbers(Shape shape) {
    HostArray array = HostArray.zeros(DType.FLOAT32, shape);
    Random random = new Random(3);
    for (long i = 0; i < shape.elements(); i++) {
      array.setLong(i, random.nextInt(-3, 4));
    }
    return array;
  }

  private static HostArray periodic(Buffer buffer, Arena arena) {
    HostArray period = wholeNumbers(Shape.of(PERIOD));
    MemorySegment whole = arena.allocate(buffer.bytes(), 64);
    for (long at = 0; at < buffer.bytes(); at += period.segment().byteSize()) {
      long bytes = Math.min(period.segment().byteSize(), buffer.bytes() - at);
      MemorySegment.copy(period.segment(), 0, whole, at, bytes);
    }
    return HostArray.wrap(buffer.dtype(), buffer.shape(), whole);
  }
}
