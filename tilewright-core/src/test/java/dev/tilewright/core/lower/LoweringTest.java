package dev.tilewright.core.lower;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Combiner;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.interp.DagEvaluator;
import dev.tilewright.core.interp.HostArray;
import dev.tilewright.core.interp.Interpreter;
import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.ir.Program;
import dev.tilewright.core.ir.ProgramVerifier;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.step.Annotate;
import dev.tilewright.core.schedule.step.CacheWrite;
import dev.tilewright.core.schedule.step.ComputeAt;
import dev.tilewright.core.schedule.step.Fuse;
import dev.tilewright.core.schedule.step.Reorder;
import dev.tilewright.core.schedule.step.Split;
import dev.tilewright.core.schedule.step.Step;
import dev.tilewright.core.te.ComputeDag;
import dev.tilewright.core.te.DagBuilder;
import dev.tilewright.core.testing.RandomArrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LoweringTest {
  private static ComputeDag matmul(long m, long n, long k) {
    DagBuilder te = new DagBuilder();
    Buffer a = te.placeholder("a", DType.FLOAT32, m, k);
    Buffer b = te.constant("b", DType.FLOAT32, k, n);
    Buffer c =
        te.reduce(
            "c",
            List.of("i", "j"),
            Shape.of(m, n),
            List.of("k"),
            Shape.of(k),
            Combiner.sum(DType.FLOAT32),
            (i, r) -> Expr.mul(a.at(i[0], r[0]), b.at(r[0], i[1])));
    return te.build(c);
  }

  private static ComputeDag argmax(long rows, long columns) {
    DagBuilder te = new DagBuilder();
    Buffer a = te.placeholder("a", DType.FLOAT32, rows, columns);
    List<Buffer> best =
        te.reduceTuple(
            List.of("index", "value"),
            List.of("i"),
            Shape.of(rows),
            List.of("k"),
            Shape.of(columns),
            Combiner.argmax(DType.INT64, DType.FLOAT32),
            (i, k) -> List.of(new Expr.FromIndex(k[0], DType.INT64), a.at(i[0], k[0])));
    return te.build(best.toArray(Buffer[]::new));
  }

  private static ScheduleState schedule(ComputeDag dag, Step... steps) {
    ScheduleState state = ScheduleState.initial(dag);
    for (Step step : steps) {
      state = step.apply(state);
    }
    return state;
  }

  private static void assertRight(ScheduleState state) {
    List<HostArray> inputs = RandomArrays.inputs(state.dag(), new Random(7));
    List<HostArray> expected = DagEvaluator.evaluate(state.dag(), inputs);
    for (Lowering.Traced traced : Lowering.trace(state)) {
      ProgramVerifier.verify(traced.program());
      List<HostArray> got = Interpreter.run(traced.program(), inputs, 3);
      for (int t = 0; t < expected.size(); t++) {
        assertThat(got.get(t).toDoubles())
            .as("output %d after %s", t, traced.pass())
            .containsExactly(expected.get(t).toDoubles());
      }
    }
  }

  @Test
  void plainMatmul() {
    assertRight(ScheduleState.initial(matmul(5, 7, 3)));
  }

  @Test
  void tupleReduction() {
    assertRight(ScheduleState.initial(argmax(4, 11)));
  }

  @Test
  void emptyReductionLeavesTheIdentity() {
    assertRight(ScheduleState.initial(matmul(3, 2, 0)));
  }

  @Test
  void emptyOutputNeedsNoKernel() {
    ScheduleState state = ScheduleState.initial(matmul(0, 2, 3));
    assertRight(state);
    assertThat(Lowering.lower(state).kernels()).isEmpty();
  }

  @Test
  void tiledMatmulWithLocalAccumulator() {
    ScheduleState state =
        schedule(
            matmul(33, 40, 9),
            new CacheWrite("c", Buffer.Scope.LOCAL),
            new Split("c", "i", List.of(14L)),
            new Split("c", "j", List.of(2L, 16L)),
            new Reorder("c", List.of("i.0", "j.0", "i.1", "j.1", "j.2")),
            new ComputeAt("c_local", "c", "j.0"),
            new Split("c_local", "j", List.of(16L)),
            new Reorder("c_local", List.of("k", "i", "j.0", "j.1")),
            new Annotate("c_local", "i", ForKind.UNROLLED),
            new Annotate("c_local", "j.0", ForKind.UNROLLED),
            new Annotate("c_local", "j.1", ForKind.VECTORIZED),
            new Annotate("c", "j.2", ForKind.VECTORIZED),
            new Fuse("c", List.of("i.0", "j.0")),
            new Annotate("c", "i.0@j.0", ForKind.PARALLEL));
    assertRight(state);
    Program program = Lowering.lower(state);
    assertThat(program.kernels()).hasSize(1);
    assertThat(program.kernels().getFirst().chunks()).isEqualTo(3 * 2);
    assertThat(program.kernels().getFirst().parameters())
        .extracting(Buffer::name)
        .containsExactlyInAnyOrder("a", "b", "c");
  }

  /**
   * The inner split yields 2 * 5 = 10 points for the 8 of its loop; the last two are the next
   * tile's.
   */
  @Test
  void splitOfASplitThatDoesNotDivideMeetsNoPointTwice() {
    assertRight(
        schedule(
            matmul(1, 1, 16),
            new Split("c", "k", List.of(8L)),
            new Split("c", "k.1", List.of(5L))));
  }

  @Test
  void outputThatIsAPlaceholderIsRefused() {
    DagBuilder te = new DagBuilder();
    Buffer a = te.placeholder("a", DType.FLOAT32, 4);
    ScheduleState state = ScheduleState.initial(te.build(a));
    assertThatThrownBy(() -> Lowering.lower(state))
        .isInstanceOf(LoweringRefusedException.class)
        .hasMessageContaining("output a: it is an input of the DAG");
  }

  @Test
  void tooMuchLocalMemoryIsRefused() {
    DagBuilder te = new DagBuilder();
    Buffer a = te.placeholder("a", DType.FLOAT32, 2, 2 << 20);
    Buffer b = te.compute("b", Shape.of(2, 2 << 20), i -> Expr.add(a.at(i), a.at(i)));
    Buffer c =
        te.compute("c", Shape.of(2, 2 << 20), i -> b.at(i[0], Index.of((2 << 20) - 1).minus(i[1])));
    ScheduleState state = schedule(te.build(c), new ComputeAt("b", "c", "ax0"));
    assertThatThrownBy(() -> Lowering.lower(state))
        .isInstanceOf(LoweringRefusedException.class)
        .hasMessageContaining("kernel c: needs 8388608 bytes of local memory");
  }
}
