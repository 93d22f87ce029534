package dev.tilewright.codegen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilewright.base.DType;
import dev.tilewright.base.Dim3;
import dev.tilewright.base.Shape;
import dev.tilewright.base.UserException;
import dev.tilewright.codegen.gpu.GpuKernelCode;
import dev.tilewright.codegen.gpu.GpuModule;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Combiner;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.ir.ForKind.ThreadAxis;
import dev.tilewright.core.lower.Lowering;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.target.GpuTarget;
import dev.tilewright.core.te.DagBuilder;
import dev.tilewright.core.testing.Golden;
import dev.tilewright.core.testing.GpuSchedules;
import java.util.List;
import org.junit.jupiter.api.Test;

/** PTX of kernels, and how they are launched. */
class GpuCompilerTest {
  private static final GpuTarget H200 = GpuTarget.h200();

  private final GpuCompiler compiler = new GpuCompiler();

  private GpuModule compile(ScheduleState state) {
    return compiler.compile(Lowering.lower(state, H200), H200);
  }

  @Test
  void elementwiseMovesSixteenBytesAtOnce() {
    GpuModule module = compile(GpuSchedules.relu(1 << 20, 256, 4));
    Golden.check(getClass(), "elementwise", module.ptx());
    assertThat(module.ptx())
        .contains(".reqntid 256")
        .contains("ld.global.nc.v4")
        .contains("st.global.v4");
    GpuKernelCode kernel = module.kernels().getFirst();
    assertThat(kernel.name()).isEqualTo("y");
    assertThat(kernel.grid()).isEqualTo(new Dim3(1024, 1, 1));
    assertThat(kernel.block()).isEqualTo(new Dim3(256, 1, 1));
    assertThat(kernel.staticSharedBytes()).isZero();
    assertThat(kernel.parameters()).extracting(Buffer::name).containsExactly("x", "y");
  }

  /** Accumulators are registers, tiles are in shared memory. */
  @Test
  void tiledMatmulAccumulatesInRegisters() {
    ScheduleState state =
        GpuSchedules.matmul(GpuSchedules.matmul(1024, 1024, 1024), 2, 16, 4, 8, 4);
    GpuModule module = compile(GpuSchedules.unrolled(state));
    Golden.check(getClass(), "tiledMatmul", module.ptx());
    assertThat(module.ptx())
        .contains("bar.sync", "ld.shared.v4", "st.shared.v4", "fma.rn.f32")
        .doesNotContain(".local");
    GpuKernelCode kernel = module.kernels().getFirst();
    assertThat(kernel.grid()).isEqualTo(new Dim3(64, 1, 1));
    assertThat(kernel.block()).isEqualTo(new Dim3(256, 1, 1));
    assertThat(kernel.staticSharedBytes()).isEqualTo(2 * 128 * 8 * 4);
  }

  /** Lanes load 16 bytes; 8 threads of a row exchange their sums three times. */
  @Test
  void sumsTravelBetweenLanes() {
    GpuModule module =
        compile(GpuSchedules.denseByThreads(GpuSchedules.dense(1000, 2048), 8, 8, 4));
    Golden.check(getClass(), "denseByThreads", module.ptx());
    assertThat(module.ptx())
        .containsSubsequence(
            "ld.global.nc.v4", "shfl.sync.bfly.b32", "shfl.sync.bfly.b32", "shfl.sync.bfly.b32")
        .doesNotContain("bar.sync", ".local");
  }

  /** Index and value are 64 bits each, so that one exchange is four shuffles. */
  @Test
  void wideValuesTravelAsWords() {
    DagBuilder te = new DagBuilder();
    Buffer x = te.placeholder("x", DType.FLOAT64, 4, 2);
    List<Buffer> best =
        te.reduceTuple(
            List.of("index", "value"),
            List.of("i"),
            Shape.of(4),
            List.of("k"),
            Shape.of(2),
            Combiner.argmax(DType.INT64, DType.FLOAT64),
            (i, k) -> List.of(new Expr.FromIndex(k[0], DType.INT64), x.at(i[0], k[0])));
    ScheduleState state =
        ScheduleState.initial(te.build(best.get(0), best.get(1)))
            .apply(List.of(GpuSchedules.bind("index", "k", ThreadAxis.THREAD_X)));
    assertThat(compile(state).ptx().split("shfl.sync.bfly.b32", -1)).hasSize(1 + 4);
  }

  @Test
  void namesHaveThePrefix() {
    GpuModule module =
        compiler.compile(Lowering.lower(GpuSchedules.relu(64, 32, 1), H200), "net_", H200);
    assertThat(module.kernels().getFirst().name()).isEqualTo("net_y");
    assertThat(module.ptx()).contains(".entry net_y(");
  }

  @Test
  void functionsOfTheCLibraryAreRefused() {
    DagBuilder te = new DagBuilder();
    Buffer x = te.placeholder("x", DType.FLOAT32, 8);
    Buffer y =
        te.compute(
            "y", Shape.of(8), i -> new Expr.Call(Expr.MathFunction.SIN, List.of(x.at(i[0]))));
    ScheduleState state = ScheduleState.initial(te.build(y));
    assertThatThrownBy(() -> compile(state))
        .isInstanceOf(UserException.class)
        .hasMessageStartingWith("kernel y: needs sinf, which GPUs have no code for");
  }
}
