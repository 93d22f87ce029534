package dev.tilewright.codegen;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.expr.Var;
import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.ir.Program;
import dev.tilewright.core.ir.Stmt;
import java.util.List;

/** The inner kernel of matrix products: {@code C[i, j] = sum over k of A[k, i] * B[k, j]}. */
final class RegisterTile {
  private RegisterTile() {}

  /** A tile of rows × columns, accumulated in a local buffer and then stored. */
  static Program of(int rows, int columns, int depth) {
    DType f32 = DType.FLOAT32;
    Buffer a = new Buffer("a", f32, Shape.of(depth, rows));
    Buffer b = new Buffer("b", f32, Shape.of(depth, columns));
    Buffer c = new Buffer("c", f32, Shape.of(rows, columns));
    Buffer sums = new Buffer("sums", f32, Shape.of(rows, columns), Buffer.Scope.LOCAL);
    Var k = new Var("k", depth);
    Stmt clear = store(rows, columns, sums, at -> Expr.constant(0.0, f32));
    Stmt add =
        store(
            rows,
            columns,
            sums,
            at ->
                Expr.add(
                    sums.at(at[0], at[1]),
                    Expr.mul(a.at(Index.of(k), at[0]), b.at(Index.of(k), at[1]))));
    Stmt write = store(rows, columns, c, at -> sums.at(at[0], at[1]));
    Stmt body =
        new Stmt.Allocate(sums, Stmt.seq(clear, new Stmt.For(k, ForKind.SERIAL, add), write));
    return Kernels.of(List.of(a, b), c, body);
  }

  private interface ValueAt {
    Expr of(Index[] position);
  }

  private static Stmt store(int rows, int columns, Buffer target, ValueAt value) {
    Var i = new Var("i", rows);
    Var j = new Var("j", columns);
    Index[] at = {Index.of(i), Index.of(j)};
    return new Stmt.For(
        i,
        ForKind.UNROLLED,
        new Stmt.For(j, ForKind.VECTORIZED, new Stmt.Store(target, List.of(at), value.of(at))));
  }
}
