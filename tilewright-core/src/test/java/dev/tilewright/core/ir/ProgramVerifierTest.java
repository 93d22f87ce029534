package dev.tilewright.core.ir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilewright.base.DType;
import dev.tilewright.base.InternalException;
import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.expr.Var;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProgramVerifierTest {
  private final Buffer a = new Buffer("A", DType.FLOAT32, Shape.of(8));
  private final Buffer b = new Buffer("B", DType.FLOAT32, Shape.of(8));
  private final Buffer local = new Buffer("L", DType.FLOAT32, Shape.of(8), Buffer.Scope.LOCAL);
  private final Var i = new Var("i", 8);
  private final Stmt copy = new Stmt.Store(b, List.of(Index.of(i)), a.at(Index.of(i)));

  @Test
  void acceptsAGoodProgram() {
    Program program = program(new Stmt.For(i, ForKind.PARALLEL, copy));
    assertThat(ProgramVerifier.verify(program)).isSameAs(program);
  }

  @Test
  void refusesFreeVariables() {
    assertRefused(copy, "uses the variable i outside its loop");
  }

  @Test
  void refusesAVariableBoundTwice() {
    assertRefused(loop(loop(copy)), "the loop variable i is bound twice");
  }

  @Test
  void refusesAWrongType() {
    Expr half = Expr.constant(1L, DType.FLOAT16);
    assertRefused(
        loop(new Stmt.Store(b, List.of(Index.of(i)), half)),
        "the value is float16; expected float32");
    assertRefused(loop(new Stmt.If(a.at(Index.of(i)), copy)), "if: the value is float32");
  }

  @Test
  void refusesAWrongRank() {
    assertRefused(
        loop(new Stmt.Store(b, List.of(), a.at(Index.of(i)))), "has 0 indices; expected 1");
  }

  @Test
  void refusesALocalBufferOutsideItsAllocation() {
    Stmt use = new Stmt.Store(b, List.of(Index.of(i)), local.at(Index.of(i)));
    assertRefused(
        loop(Stmt.seq(new Stmt.Allocate(local, copy), use)), "uses L, which is not allocated");
  }

  @Test
  void refusesAnInnerParallelLoop() {
    assertRefused(
        Stmt.seq(new Stmt.For(i, ForKind.PARALLEL, copy), Stmt.NOTHING),
        "the parallel loop i is not the outermost statement");
  }

  @Test
  void refusesMissingAndUnusedParameters() {
    Buffer c = new Buffer("C", DType.FLOAT32, Shape.of(8));
    Kernel missing = new Kernel("k", List.of(b), loop(copy));
    Kernel unused = new Kernel("k", List.of(a, b, c), loop(copy));
    assertThatThrownBy(() -> ProgramVerifier.verify(program(missing)))
        .isInstanceOf(InternalException.class)
        .hasMessageContaining("uses A, which is no parameter");
    assertThatThrownBy(() -> ProgramVerifier.verify(program(unused)))
        .hasMessageContaining("does not use its parameter C");
  }

  @Test
  void refusesReadsOfUnwrittenBuffers() {
    Program program =
        new Program(
            List.of(new Kernel("k", List.of(a, b), loop(copy))), List.of(), List.of(b), List.of(a));
    assertThatThrownBy(() -> ProgramVerifier.verify(program))
        .hasMessageContaining("reads A, which no kernel has written");
  }

  private Stmt loop(Stmt body) {
    return new Stmt.For(i, ForKind.SERIAL, body);
  }

  private Program program(Stmt body) {
    return program(new Kernel("k", List.of(a, b), body));
  }

  private Program program(Kernel kernel) {
    return new Program(List.of(kernel), List.of(a), List.of(b), List.of());
  }

  private void assertRefused(Stmt body, String reason) {
    assertThatThrownBy(() -> ProgramVerifier.verify(program(body)))
        .isInstanceOf(InternalException.class)
        .hasMessageStartingWith("kernel k: ")
        .hasMessageContaining(reason);
  }
}
