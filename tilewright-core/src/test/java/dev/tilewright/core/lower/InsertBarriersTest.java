package dev.tilewright.core.lower;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.expr.Var;
import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.ir.ForKind.ThreadAxis;
import dev.tilewright.core.ir.Kernel;
import dev.tilewright.core.ir.Program;
import dev.tilewright.core.ir.ProgramPrinter;
import dev.tilewright.core.ir.Stmt;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Where barriers are put: the fewest that are enough. */
class InsertBarriersTest {
  private final Buffer x = new Buffer("x", DType.FLOAT32, Shape.of(4));
  private final Buffer y = new Buffer("y", DType.FLOAT32, Shape.of(4));
  private final Buffer one = shared("one");
  private final Buffer two = shared("two");
  private final Var thread = new Var("t", 4);
  private final Index t = Index.of(thread);

  private static Buffer shared(String name) {
    return new Buffer(name, DType.FLOAT32, Shape.of(4), Buffer.Scope.SHARED);
  }

  private Stmt fill(Buffer buffer) {
    return new Stmt.Store(buffer, List.of(t), x.at(t));
  }

  private Stmt use(Buffer... buffers) {
    Expr sum = y.at(t);
    for (Buffer buffer : buffers) {
      sum = Expr.add(sum, buffer.at(Index.of(3).minus(t)));
    }
    return new Stmt.Store(y, List.of(t), sum);
  }

  private static Stmt loop(Stmt body) {
    return new Stmt.For(new Var("k", 8), ForKind.SERIAL, body);
  }

  private String inserted(Stmt body) {
    Stmt threads = new Stmt.For(thread, new ForKind.Bound(ThreadAxis.THREAD_X), body);
    Stmt grid =
        new Stmt.For(
            new Var("b", 1),
            new ForKind.Bound(ThreadAxis.BLOCK_X),
            new Stmt.Allocate(one, new Stmt.Allocate(two, threads)));
    Program program =
        new Program(
            List.of(new Kernel("k", List.of(x, y), grid)), List.of(x), List.of(y), List.of());
    String text = ProgramPrinter.text(InsertBarriers.run(program).kernels().getFirst());
    return text.substring(text.indexOf("thread_x"))
        .lines()
        .skip(1)
        .map(line -> line.replaceFirst(" {6}", "") + "\n")
        .reduce("", String::concat);
  }

  @Test
  void oneBarrierIsEnoughForTwoBuffers() {
    assertThat(inserted(Stmt.seq(fill(one), Stmt.seq(fill(two), use(one, two)))))
        .isEqualTo(
            """
            one[t] = x[t]
            two[t] = x[t]
            barrier shared
            y[t] = ((y[t] + one[3 - t]) + two[3 - t])
            """);
  }

  @Test
  void endOfALoopComesBeforeItsBeginning() {
    assertThat(inserted(loop(Stmt.seq(fill(one), fill(two), use(one, two)))))
        .isEqualTo(
            """
            for k in 0..8
              barrier shared
              one[t] = x[t]
              two[t] = x[t]
              barrier shared
              y[t] = ((y[t] + one[3 - t]) + two[3 - t])
            """);
  }

  /** The barrier stands before the loop that reads, not in it. */
  @Test
  void loopThatOnlyReadsNeedsNoBarrierInside() {
    assertThat(inserted(Stmt.seq(loop(fill(one)), loop(use(one)))))
        .isEqualTo(
            """
            for k in 0..8
              one[t] = x[t]
            barrier shared
            for k_1 in 0..8
              y[t] = (y[t] + one[3 - t])
            """);
  }

  /** Each thread goes on with its own element. */
  @Test
  void accumulationNeedsNoBarrier() {
    Stmt add = new Stmt.Store(one, List.of(t), Expr.add(one.at(t), x.at(t)));
    assertThat(inserted(Stmt.seq(fill(one), loop(add)))).doesNotContain("barrier");
  }

  @Test
  void conditionOnWhichThreadsAgreeIsNoObstacle() {
    Var k = new Var("k", 8);
    Stmt uniform = new Stmt.If(Expr.lt(Index.of(k), Index.ONE), use(one));
    Stmt body = new Stmt.For(k, ForKind.SERIAL, Stmt.seq(fill(one), uniform));
    assertThat(inserted(body)).contains("  barrier shared\n  if (k < 1)");
  }

  @Test
  void barrierUnderAConditionOnWhichThreadsMayDisagreeIsRefused() {
    Stmt some = new Stmt.If(Expr.lt(t, Index.of(2)), Stmt.seq(fill(one), use(one)));
    assertThatThrownBy(() -> inserted(some))
        .isInstanceOf(LoweringRefusedException.class)
        .hasMessageContaining("a condition on which they may disagree");
  }
}
