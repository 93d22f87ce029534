package dev.tilewright.core.ir;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.expr.Var;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StmtsTest {
  private final Buffer a = new Buffer("A", DType.FLOAT32, Shape.of(8));
  private final Buffer b = new Buffer("B", DType.FLOAT32, Shape.of(8));
  private final Buffer local = new Buffer("L", DType.FLOAT32, Shape.of(8), Buffer.Scope.LOCAL);
  private final Var i = new Var("i", 8);
  private final Var free = new Var("n", 8);
  private final Stmt copyIn = new Stmt.Store(local, List.of(Index.of(i)), a.at(Index.of(free)));
  private final Stmt copyOut = new Stmt.Store(b, List.of(Index.of(i)), local.at(Index.of(i)));
  private final Stmt program =
      new Stmt.For(i, ForKind.SERIAL, new Stmt.Allocate(local, Stmt.seq(copyIn, copyOut)));

  @Test
  void unchangedStatementsStayTheSameObject() {
    assertThat(Stmts.substitute(program, Map.of(new Var("other", 2), Index.ZERO)))
        .isSameAs(program);
  }

  @Test
  void substitutionReachesIndicesOfLoads() {
    Stmt result = Stmts.substitute(program, Map.of(free, Index.of(5)));
    assertThat(ProgramPrinter.text(result)).contains("L[i] = A[5]").contains("B[i] = L[i]");
  }

  @Test
  void collectsBuffers() {
    assertThat(Stmts.buffersRead(program)).containsExactly(a, local);
    assertThat(Stmts.buffersWritten(program)).containsExactly(local, b);
    assertThat(Stmts.buffersOfCaller(program)).containsExactly(a, b);
  }
}
