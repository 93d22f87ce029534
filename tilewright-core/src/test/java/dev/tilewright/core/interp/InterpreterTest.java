package dev.tilewright.core.interp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.base.UserException;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.expr.Var;
import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.ir.Kernel;
import dev.tilewright.core.ir.Program;
import dev.tilewright.core.ir.Stmt;
import java.util.List;
import org.junit.jupiter.api.Test;

class InterpreterTest {
  private final Buffer x = new Buffer("x", DType.FLOAT32, Shape.of(4));
  private final Buffer y = new Buffer("y", DType.FLOAT32, Shape.of(4));
  private final Var i = new Var("i", 4);

  private List<HostArray> run(Stmt body) {
    Program program =
        new Program(
            List.of(new Kernel("k", List.of(x, y), body)), List.of(x), List.of(y), List.of());
    return Interpreter.run(program, List.of(HostArray.of(Shape.of(4), 1, 2, 3, 4)), 1);
  }

  private Stmt store(Index at, Expr value) {
    return new Stmt.Store(y, List.of(at), value);
  }

  private Stmt copy(ForKind kind) {
    return new Stmt.For(i, kind, store(Index.of(i), x.at(Index.of(i))));
  }

  private static Expr constant(double value) {
    return Expr.constant(value, DType.FLOAT32);
  }

  @Test
  void runsLoopsOfEveryKind() {
    for (ForKind kind :
        List.of(ForKind.SERIAL, ForKind.PARALLEL, ForKind.VECTORIZED, ForKind.UNROLLED)) {
      assertThat(run(copy(kind)).getFirst().toFloats()).containsExactly(1, 2, 3, 4);
    }
  }

  @Test
  void letIsEvaluatedBeforeItsBody() {
    Expr.Param old = new Expr.Param("old", DType.FLOAT32);
    Stmt swap =
        new Stmt.Let(
            old,
            y.at(Index.ZERO),
            Stmt.seq(store(Index.ZERO, y.at(Index.ONE)), store(Index.ONE, old)));
    assertThat(run(Stmt.seq(copy(ForKind.SERIAL), swap)).getFirst().toFloats())
        .containsExactly(2, 1, 3, 4);
  }

  @Test
  void selectDoesNotEvaluateTheOtherBranch() {
    Expr padded =
        Expr.select(Expr.ge(Index.of(i), Index.ONE), x.at(Index.of(i).minus(1)), constant(0));
    Stmt body = new Stmt.For(i, ForKind.SERIAL, store(Index.of(i), padded));
    assertThat(run(body).getFirst().toFloats()).containsExactly(0, 1, 2, 3);
  }

  @Test
  void accessOutOfBoundsIsCaught() {
    Stmt body = new Stmt.For(i, ForKind.SERIAL, store(Index.of(i), x.at(Index.of(i).plus(2))));
    assertThatThrownBy(() -> run(body))
        .isInstanceOf(ProgramFaultException.class)
        .hasMessage("kernel k: access out of bounds: x[4] of shape 4 at i=2");
  }

  @Test
  void readOfUnwrittenMemoryIsCaught() {
    assertThatThrownBy(() -> run(store(Index.ZERO, y.at(Index.ONE))))
        .isInstanceOf(ProgramFaultException.class)
        .hasMessage("kernel k: read of an element that nothing has written: y[1] of shape 4");
  }

  @Test
  void localMemoryIsUndefinedEachTimeItIsAllocated() {
    Buffer local = new Buffer("t", DType.FLOAT32, Shape.of(1), Buffer.Scope.LOCAL);
    Stmt first =
        new Stmt.If(
            Expr.lt(Index.of(i), Index.ONE),
            new Stmt.Store(local, List.of(Index.ZERO), constant(5)));
    Stmt body =
        new Stmt.For(
            i,
            ForKind.SERIAL,
            new Stmt.Allocate(local, Stmt.seq(first, store(Index.of(i), local.at(Index.ZERO)))));
    assertThatThrownBy(() -> run(body))
        .isInstanceOf(ProgramFaultException.class)
        .hasMessageContaining("nothing has written: t[0]")
        .hasMessageEndingWith("at i=1");
  }

  @Test
  void twoChunksThatWriteOneElementAreCaught() {
    Stmt body = new Stmt.For(i, ForKind.PARALLEL, store(Index.of(i).floorDiv(2), constant(1)));
    assertThatThrownBy(() -> run(body))
        .isInstanceOf(ProgramFaultException.class)
        .hasMessageContaining("two parallel chunks write this element: y[");
  }

  @Test
  void aChunkThatReadsWhatAnotherWritesIsCaught() {
    Index last = Index.of(3).minus(Index.of(i));
    Stmt body = new Stmt.For(i, ForKind.PARALLEL, store(Index.of(i), y.at(last)));
    Stmt initialise = copy(ForKind.SERIAL);
    Program program =
        new Program(
            List.of(
                new Kernel("first", List.of(x, y), initialise),
                new Kernel("second", List.of(y), body)),
            List.of(x),
            List.of(y),
            List.of());
    HostArray input = HostArray.of(Shape.of(4), 1, 2, 3, 4);
    assertThatThrownBy(() -> Interpreter.run(program, List.of(input), 1))
        .isInstanceOf(ProgramFaultException.class)
        .hasMessageContaining("kernel second: one parallel chunk reads this element and another");
  }

  @Test
  void inputsThatDoNotFitAreRefused() {
    Program program =
        new Program(
            List.of(new Kernel("k", List.of(x, y), copy(ForKind.SERIAL))),
            List.of(x),
            List.of(y),
            List.of());
    assertThatThrownBy(
            () -> Interpreter.run(program, List.of(HostArray.of(Shape.of(3), 1, 2, 3)), 1))
        .isInstanceOf(UserException.class)
        .hasMessage("input x of program: got float32[3]; expected float32[4]");
  }
}
