package dev.tilewright.core.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Combiner;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.interp.DagEvaluator;
import dev.tilewright.core.interp.HostArray;
import dev.tilewright.core.interp.Interpreter;
import dev.tilewright.core.lower.Lowering;
import dev.tilewright.core.schedule.step.CacheRead;
import dev.tilewright.core.schedule.step.RewriteLayout;
import dev.tilewright.core.schedule.step.Split;
import dev.tilewright.core.schedule.step.Winograd;
import dev.tilewright.core.te.ComputeDag;
import dev.tilewright.core.te.DagBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WinogradTest {
  private static final long SEED = 20261207;

  @ParameterizedTest
  @CsvSource({
    "2, 1, 4, 4, 1, 1",
    "2, 2, 5, 7, 3, 5",
    "2, 1, 1, 1, 2, 3",
    "4, 1, 4, 8, 3, 2",
    "4, 3, 5, 6, 2, 7",
    "4, 1, 1, 13, 4, 1"
  })
  void computesTheConvolution(int tile, long n, long h, long w, long channels, long outputs) {
    check(convolution(DType.FLOAT32, n, h, w, channels, outputs), tile, 2e-5);
  }

  @ParameterizedTest
  @CsvSource({"2", "4"})
  void halvesAreSummedInFloat32(int tile) {
    check(convolution(DType.FLOAT16, 1, 6, 5, 8, 4), tile, 2e-5);
  }

  @Test
  void kernelsAreTransformedAheadAndRelaid() {
    ComputeDag dag = convolution(DType.FLOAT32, 1, 4, 4, 3, 10);
    ScheduleState state =
        ScheduleState.initial(dag)
            .apply(
                List.of(
                    new Winograd("conv", 2),
                    new RewriteLayout(
                        "kernel_winograd",
                        new BufferLayout(
                            List.of(List.of(), List.of(), List.of(4L)), List.of(2, 0, 1, 3)))));
    ConstantStorage storage = state.storage(dag.inputs().get(1));
    assertThat(storage.shape(Shape.of(3, 3, 3, 10))).isEqualTo(Shape.of(3, 16, 3, 4));
    assertThat(difference(dag, state)).isLessThan(2e-5);
  }

  @Test
  void refusesWhatItDoesNotCompute() {
    ScheduleState conv = ScheduleState.initial(convolution(DType.FLOAT32, 1, 4, 4, 3, 8));
    refused(conv, new Winograd("conv", 3), "tile 3; expected 2 or 4");
    refused(
        new Split("conv", "f", List.of(4L)).apply(conv),
        new Winograd("conv", 2),
        "its loops are changed");
    refused(
        new CacheRead("kernel", Buffer.Scope.LOCAL, List.of("conv")).apply(conv),
        new Winograd("conv", 2),
        "expected a constant input of the DAG");
    refused(
        new RewriteLayout("kernel", BufferLayout.permuted(List.of(3, 0, 1, 2))).apply(conv),
        new Winograd("conv", 2),
        "another layout already");
    refused(
        new Winograd("conv", 2).apply(conv),
        new Winograd("conv", 2),
        "expected a 3x3 convolution of stride 1");
    refused(
        ScheduleState.initial(Dags.convRelu(8, 4, 4, 2)),
        new Winograd("conv", 2),
        "expected a 3x3 convolution of stride 1");
    refused(
        ScheduleState.initial(convolution(DType.FLOAT32, 1, 0, 4, 3, 8)),
        new Winograd("conv", 2),
        "it computes nothing");
  }

  private static void refused(ScheduleState state, Winograd step, String reason) {
    assertThatThrownBy(() -> step.apply(state))
        .isInstanceOf(StepRefusedException.class)
        .hasMessageContaining("winograd: stage conv")
        .hasMessageContaining(reason);
  }

  private static void check(ComputeDag dag, int tile, double tolerance) {
    ScheduleState state = new Winograd("conv", tile).apply(ScheduleState.initial(dag));
    assertThat(difference(dag, state)).isLessThan(tolerance);
  }

  /** Largest difference to the definition, as a part of the largest result. */
  private static double difference(ComputeDag dag, ScheduleState state) {
    Random random = new Random(SEED);
    List<HostArray> inputs = new ArrayList<>();
    for (Buffer buffer : dag.inputs()) {
      double[] values = random.doubles(buffer.shape().elements(), -1, 1).toArray();
      inputs.add(HostArray.ofDoubles(buffer.dtype(), buffer.shape(), values));
    }
    double[] expected = DagEvaluator.evaluate(dag, inputs).getFirst().toDoubles();
    double[] got =
        Interpreter.run(Lowering.lower(state), PackedInputs.of(state, inputs), 3)
            .getFirst()
            .toDoubles();
    double largest = 0;
    double difference = 0;
    for (int i = 0; i < expected.length; i++) {
      largest = Math.max(largest, Math.abs(expected[i]));
      difference = Math.max(difference, Math.abs(expected[i] - got[i]));
    }
    return difference / largest;
  }

  private static ComputeDag convolution(
      DType dtype, long n, long h, long w, long channels, long outputs) {
    DagBuilder te = new DagBuilder();
    Buffer data = te.placeholder("data", dtype, n, h + 2, w + 2, channels);
    Buffer kernel = te.constant("kernel", dtype, 3, 3, channels, outputs);
    Buffer conv =
        te.reduce(
            "conv",
            List.of("n", "y", "x", "f"),
            Shape.of(n, h, w, outputs),
            List.of("i", "j", "c"),
            Shape.of(3, 3, channels),
            Combiner.sum(DType.FLOAT32),
            (p, r) ->
                Expr.mul(
                    Expr.cast(data.at(p[0], p[1].plus(r[0]), p[2].plus(r[1]), r[2]), DType.FLOAT32),
                    Expr.cast(kernel.at(r[0], r[1], r[2], p[3]), DType.FLOAT32)));
    return te.build(conv);
  }
}
