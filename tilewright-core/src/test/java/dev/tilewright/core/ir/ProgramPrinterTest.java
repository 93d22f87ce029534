package dev.tilewright.core.ir;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.expr.Var;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProgramPrinterTest {
  @Test
  void everyStatement() {
    Buffer a = new Buffer("A", DType.FLOAT32, Shape.of(100));
    Buffer b = new Buffer("B", DType.FLOAT32, Shape.of(100));
    Buffer tile = new Buffer("tile", DType.FLOAT32, Shape.of(32), Buffer.Scope.LOCAL);
    Var outer = new Var("i", 4);
    Var copy = new Var("j", 32);
    Var use = new Var("j", 32);
    Index position = Index.of(outer).times(32).plus(Index.of(use));
    Expr.Param scale = new Expr.Param("scale", DType.FLOAT32);
    Stmt fill =
        new Stmt.For(
            copy,
            ForKind.VECTORIZED,
            new Stmt.Store(tile, List.of(Index.of(copy)), Expr.constant(0L, DType.FLOAT32)));
    Stmt store =
        new Stmt.For(
            use,
            ForKind.SERIAL,
            new Stmt.If(
                Expr.lt(position, Index.of(100)),
                new Stmt.Let(
                    scale,
                    a.at(position),
                    new Stmt.Store(
                        b, List.of(position), Expr.mul(scale, tile.at(Index.of(use)))))));
    Stmt body =
        new Stmt.For(
            outer, ForKind.PARALLEL, new Stmt.Allocate(tile, Stmt.seq(fill, store, Stmt.NOTHING)));
    Kernel kernel = new Kernel("scaled", List.of(a, b), body);
    Program program = new Program(List.of(kernel), List.of(a), List.of(b), List.of());
    assertThat(ProgramPrinter.text(program))
        .isEqualTo(
            """
            inputs A: float32[100]
            outputs B: float32[100]

            kernel scaled(A: float32[100], B: float32[100])
              parallel i in 0..4
                local tile: float32[32]
                vectorized j in 0..32
                  tile[j] = 0f
                for j_1 in 0..32
                  if (i*32 + j_1 < 100)
                    let scale = A[i*32 + j_1]
                    B[i*32 + j_1] = (scale*tile[j_1])
                nothing
            """);
  }
}
