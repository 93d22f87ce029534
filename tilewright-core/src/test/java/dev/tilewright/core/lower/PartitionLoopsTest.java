package dev.tilewright.core.lower;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Combiner;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.ir.Program;
import dev.tilewright.core.ir.ProgramPrinter;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.step.Annotate;
import dev.tilewright.core.schedule.step.ComputeInline;
import dev.tilewright.core.schedule.step.Fuse;
import dev.tilewright.core.schedule.step.Reorder;
import dev.tilewright.core.schedule.step.Split;
import dev.tilewright.core.te.ComputeDag;
import dev.tilewright.core.te.DagBuilder;
import dev.tilewright.core.testing.Golden;
import java.util.List;
import org.junit.jupiter.api.Test;

class PartitionLoopsTest {
  private static ComputeDag doubled(long m, long n) {
    DagBuilder te = new DagBuilder();
    Buffer x = te.placeholder("x", DType.FLOAT32, m, n);
    return te.build(te.compute("y", Shape.of(m, n), i -> Expr.add(x.at(i), x.at(i))));
  }

  private static ComputeDag paddedBlur(long n) {
    DagBuilder te = new DagBuilder();
    Buffer x = te.placeholder("x", DType.FLOAT32, n);
    Buffer padded =
        te.compute(
            "padded",
            Shape.of(n + 2),
            i ->
                Expr.select(
                    Expr.and(Expr.ge(i[0], Index.ONE), Expr.lt(i[0], Index.of(n + 1))),
                    x.at(i[0].minus(1)),
                    Expr.constant(0.0, DType.FLOAT32)));
    return te.build(
        te.reduce(
            "blur",
            List.of("i"),
            Shape.of(n),
            List.of("k"),
            Shape.of(3),
            Combiner.sum(DType.FLOAT32),
            (i, k) -> padded.at(i[0].plus(k[0]))));
  }

  private static void check(String name, ScheduleState state) {
    Program program = Lowering.lower(state);
    Golden.check(PartitionLoopsTest.class, name, ProgramPrinter.text(program));
  }

  @Test
  void serialTailIsALoopOfItsOwn() {
    check(
        "serialTailIsALoopOfItsOwn",
        new Split("y", "ax1", List.of(4L)).apply(ScheduleState.initial(doubled(3, 10))));
  }

  @Test
  void parallelTailIsChosenByACondition() {
    ScheduleState state = ScheduleState.initial(doubled(10, 6));
    state = new Split("y", "ax0", List.of(4L)).apply(state);
    state = new Split("y", "ax1", List.of(4L)).apply(state);
    state = new Reorder("y", List.of("ax0.0", "ax1.0", "ax0.1", "ax1.1")).apply(state);
    state = new Fuse("y", List.of("ax0.0", "ax1.0")).apply(state);
    state = new Annotate("y", "ax0.0@ax1.0", ForKind.PARALLEL).apply(state);
    check("parallelTailIsChosenByACondition", state);
  }

  @Test
  void paddingIsTestedAtTheBorderOnly() {
    ScheduleState state = ScheduleState.initial(paddedBlur(64));
    state = new ComputeInline("padded").apply(state);
    state = new Split("blur", "i", List.of(8L)).apply(state);
    state = new Reorder("blur", List.of("i.0", "k", "i.1")).apply(state);
    state = new Annotate("blur", "i.1", ForKind.VECTORIZED).apply(state);
    check("paddingIsTestedAtTheBorderOnly", state);
  }

  @Test
  void dividingSplitIsLeftAlone() {
    ScheduleState state =
        new Split("y", "ax1", List.of(5L)).apply(ScheduleState.initial(doubled(3, 10)));
    assertThat(ProgramPrinter.text(Lowering.lower(state))).doesNotContain("if");
  }
}
