package dev.tilewright.core.interp;

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
import dev.tilewright.core.ir.Stmt;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Kernels of two blocks of four threads that reverse four elements each. */
class GridInterpreterTest {
  private static final Stmt BARRIER = new Stmt.Barrier(Buffer.Scope.SHARED);

  private final Buffer x = new Buffer("x", DType.FLOAT32, Shape.of(8));
  private final Buffer y = new Buffer("y", DType.FLOAT32, Shape.of(8));
  private final Buffer tile = new Buffer("tile", DType.FLOAT32, Shape.of(4), Buffer.Scope.SHARED);
  private final Var block = new Var("b", 2);
  private final Var thread = new Var("t", 4);
  private final Index element = Index.of(block).times(4).plus(Index.of(thread));
  private final Index mirrored = Index.of(3).minus(Index.of(thread));
  private final Stmt fill = new Stmt.Store(tile, List.of(Index.of(thread)), x.at(element));
  private final Stmt drain = new Stmt.Store(y, List.of(element), tile.at(mirrored));

  private List<HostArray> run(Stmt body) {
    Stmt threads = new Stmt.For(thread, new ForKind.Bound(ThreadAxis.THREAD_X), body);
    Stmt grid =
        new Stmt.For(
            block, new ForKind.Bound(ThreadAxis.BLOCK_X), new Stmt.Allocate(tile, threads));
    Program program =
        new Program(
            List.of(new Kernel("k", List.of(x, y), grid)), List.of(x), List.of(y), List.of());
    return Interpreter.run(program, List.of(HostArray.of(Shape.of(8), 1, 2, 3, 4, 5, 6, 7, 8)), 1);
  }

  private void assertFault(Stmt body, String message) {
    assertThatThrownBy(() -> run(body))
        .isInstanceOf(ProgramFaultException.class)
        .hasMessageContaining(message);
  }

  @Test
  void threadsReadWhatOthersWroteBeforeTheBarrier() {
    assertThat(run(Stmt.seq(fill, BARRIER, drain)).getFirst().toFloats())
        .containsExactly(4, 3, 2, 1, 8, 7, 6, 5);
  }

  @Test
  void missingBarrierIsCaught() {
    assertFault(
        Stmt.seq(fill, BARRIER, drain, fill),
        "one thread reads this element and another writes it without a barrier between: tile[");
  }

  @Test
  void twoWritersOfASharedElementAreCaught() {
    Stmt both = new Stmt.Store(tile, List.of(Index.of(thread).floorDiv(2)), x.at(element));
    assertFault(both, "two threads write this element without a barrier between: tile[");
  }

  /** Shared memory is undefined when a block begins, though the block before has written it. */
  @Test
  void sharedMemoryOfTheBlockBeforeIsNotRead() {
    Stmt first = new Stmt.If(Expr.lt(Index.of(block), Index.ONE), fill);
    assertFault(
        Stmt.seq(first, BARRIER, drain), "read of an element that nothing has written: tile[");
  }

  @Test
  void barrierThatSomeThreadsDoNotReachIsCaught() {
    Stmt some = new Stmt.If(Expr.lt(Index.of(thread), Index.of(2)), Stmt.seq(BARRIER, drain));
    assertFault(
        Stmt.seq(fill, some),
        "kernel k: a barrier or shuffle that threads 0 and 2 do not both reach, since they"
            + " disagree on (t < 2)");
  }

  @Test
  void twoThreadsThatWriteOneGlobalElementAreCaught() {
    assertFault(
        new Stmt.Store(y, List.of(Index.of(block)), x.at(element)),
        "two parallel chunks write this element: y[");
  }

  /** A local buffer keeps its values over a barrier, one copy a thread. */
  @Test
  void localBuffersBelongToThreads() {
    Buffer mine = new Buffer("mine", DType.FLOAT32, Shape.of(1), Buffer.Scope.LOCAL);
    Stmt keep = new Stmt.Store(mine, List.of(Index.ZERO), x.at(element));
    Stmt add =
        new Stmt.Store(y, List.of(element), Expr.add(mine.at(Index.ZERO), tile.at(mirrored)));
    Stmt body = new Stmt.Allocate(mine, Stmt.seq(fill, keep, BARRIER, add));
    assertThat(run(body).getFirst().toFloats()).containsExactly(5, 5, 5, 5, 13, 13, 13, 13);
  }
}
