package dev.tilewright.runtime.plan;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.base.UserException;
import dev.tilewright.runtime.Tensor;
import dev.tilewright.runtime.cpu.CpuDevice;
import dev.tilewright.runtime.cpu.Pinning;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Runs {@code y = -(2x + w)}: a kernel into the arena, then a host step into the output. */
class ExecutionPlanTest {
  private static final Shape SHAPE = Shape.of(2, 3);
  private static final int COUNT = 6;

  private static final Plan PLAN =
      new Plan(
          "example",
          new Signature(List.of(spec("x")), List.of(spec("y"))),
          List.of(spec("w")),
          List.of(
              buffer("x", SHAPE, new Storage.Input(0)),
              buffer("w", SHAPE, new Storage.Constant(0)),
              buffer("t", SHAPE, new Storage.Arena(64)),
              buffer("t_flat", Shape.of(COUNT), new Storage.Arena(64)),
              buffer("y", Shape.of(COUNT), new Storage.Output(0))),
          List.of(
              new PlanStep.Launch("scale and add", "kernel", COUNT, List.of(0, 1, 2)),
              new PlanStep.Host("negate", "Neg", "", List.of(3), List.of(4))),
          128);

  private static final HostLibrary HOSTS =
      (operator, attributes) ->
          (inputs, outputs) -> {
            for (int i = 0; i < COUNT; i++) {
              outputs.getFirst().set(i, -inputs.getFirst().getDouble(i));
            }
          };

  private final CpuDevice device = CpuDevice.open(2, Pinning.NONE);
  private final Arena code = Arena.ofShared();
  private final Tensor weights = Tensor.of(SHAPE, 1f, 2f, 3f, 4f, 5f, 6f);
  private final Tensor input = Tensor.of(SHAPE, 10f, 20f, 30f, 40f, 50f, 60f);
  private ExecutionPlan execution;

  @BeforeEach
  void prepare() {
    JavaKernels kernels = new JavaKernels(code).add("kernel", ExecutionPlanTest::scaleAndAdd);
    execution = new ExecutionPlan(PLAN, kernels, HOSTS, List.of(weights), device);
  }

  @AfterEach
  void close() {
    execution.close();
    device.close();
    code.close();
  }

  @Test
  void runsKernelsAndHostStepsInOrder() {
    Map<String, Tensor> outputs = execution.run(Map.of("x", input));
    assertThat(outputs.get("y").toFloats()).containsExactly(-21, -42, -63, -84, -105, -126);
    assertThat(outputs.get("y").shape()).isEqualTo(SHAPE);
  }

  @Test
  void takesOtherTensorsInEveryCall() {
    execution.run(List.of(input));
    Tensor zeros = Tensor.allocate(DType.FLOAT32, SHAPE);
    assertThat(execution.run(List.of(zeros)).getFirst().toFloats())
        .containsExactly(-1, -2, -3, -4, -5, -6);
  }

  @Test
  void copiesAnInputThatIsNotAligned() {
    MemorySegment odd = Arena.ofAuto().allocate(128, 64).asSlice(4, COUNT * Float.BYTES);
    Tensor unaligned = Tensor.wrap(DType.FLOAT32, SHAPE, odd);
    unaligned.copyFrom(input);
    assertThat(execution.run(List.of(unaligned)).getFirst().getDouble(0)).isEqualTo(-21);
  }

  @Test
  void refusesTensorsThatDoNotFit() {
    assertThatThrownBy(() -> execution.run(Map.of("z", input)))
        .isInstanceOf(UserException.class)
        .hasMessage("input z: there is no such input; expected x float32 2x3");
    assertThatThrownBy(() -> execution.run(Map.of()))
        .hasMessage("input x: it is missing; expected x float32 2x3");
    assertThatThrownBy(() -> execution.run(List.of(Tensor.allocate(DType.INT32, SHAPE))))
        .hasMessage("input x: got int32 2x3; expected float32 2x3");
    assertThatThrownBy(() -> execution.run(List.of(input.reshape(Shape.of(3, 2)))))
        .hasMessage("input x: got float32 3x2; expected float32 2x3");
  }

  @Test
  void refusesAnOutputThatOverlapsAnInput() {
    assertThatThrownBy(() -> execution.run(List.of(input), List.of(input)))
        .isInstanceOf(UserException.class)
        .hasMessageContaining("overlaps another tensor");
  }

  @Test
  void refusesTensorsOfAConfinedArena() {
    try (Arena confined = Arena.ofConfined()) {
      Tensor tensor = Tensor.allocate(DType.FLOAT32, SHAPE, confined);
      assertThatThrownBy(() -> execution.run(List.of(tensor)))
          .isInstanceOf(UserException.class)
          .hasMessageContaining("confined arena");
    }
  }

  @Test
  void measuresEachStep() {
    Tensor output = Tensor.allocate(DType.FLOAT32, SHAPE);
    List<Long> nanos = execution.profile(List.of(input), List.of(output));
    assertThat(nanos).hasSize(2).allSatisfy(time -> assertThat(time).isPositive());
    assertThat(output.getDouble(5)).isEqualTo(-126);
  }

  @Test
  void namesAMissingKernel() {
    assertThatThrownBy(
            () -> new ExecutionPlan(PLAN, new JavaKernels(code), HOSTS, List.of(weights), device))
        .isInstanceOf(UserException.class)
        .hasMessageContaining("launches kernel kernel");
  }

  @Test
  void namesAHostOperatorThatNobodyHas() {
    JavaKernels kernels = new JavaKernels(code).add("kernel", ExecutionPlanTest::scaleAndAdd);
    assertThatThrownBy(
            () -> new ExecutionPlan(PLAN, kernels, HostLibrary.NONE, List.of(weights), device))
        .isInstanceOf(UserException.class)
        .hasMessageContaining("operator Neg runs in Java");
  }

  @Test
  void aPlanRefusesBuffersOutsideItsArena() {
    assertThatThrownBy(
            () ->
                new Plan(
                    "small",
                    new Signature(List.of(), List.of()),
                    List.of(),
                    List.of(buffer("t", SHAPE, new Storage.Arena(64))),
                    List.of(),
                    64))
        .isInstanceOf(UserException.class)
        .hasMessage(
            "plan small: buffer t, 24 bytes at offset 64; expected a multiple of 64 inside 64"
                + " bytes");
  }

  private static void scaleAndAdd(MemorySegment buffers, long begin, long end) {
    MemorySegment x = JavaKernels.floats(buffers, 0, COUNT);
    MemorySegment w = JavaKernels.floats(buffers, 1, COUNT);
    MemorySegment t = JavaKernels.floats(buffers, 2, COUNT);
    for (long i = begin; i < end; i++) {
      float sum = 2 * x.getAtIndex(JAVA_FLOAT, i) + w.getAtIndex(JAVA_FLOAT, i);
      t.setAtIndex(JAVA_FLOAT, i, sum);
    }
  }

  private static TensorSpec spec(String name) {
    return new TensorSpec(name, DType.FLOAT32, SHAPE);
  }

  private static PlanBuffer buffer(String name, Shape shape, Storage storage) {
    return new PlanBuffer(name, DType.FLOAT32, shape, storage);
  }
}
