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
import dev.tilewright.core.target.CpuTarget;
import dev.tilewright.core.testing.Golden;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The IR of a few kernels as it is given to LLVM. */
class LlvmIrTest {
  private static final CpuTarget TARGET =
      new CpuTarget(
          "x86_64-unknown-linux-gnu", "haswell", new TreeSet<>(), 256, 16, 1, 32768, 262144, 1);

  @Test
  void registerTile() {
    check("registerTile", RegisterTile.of(2, 16, 8));
  }

  /** Padding in a vector loop: masked loads. */
  @Test
  void padding() {
    Buffer x = new Buffer("x", DType.FLOAT32, Shape.of(5));
    check(
        "padding",
        Kernels.elementwise(
            List.of(x),
            8,
            i ->
                Expr.select(
                    Expr.and(Expr.ge(i.minus(2), Index.ZERO), Expr.lt(i.minus(2), Index.of(5))),
                    x.at(i.minus(2)),
                    Expr.constant(0.0, DType.FLOAT32))));
  }

  /** A chunk loop around scalar code with a division of the chunk's number. */
  @Test
  void chunks() {
    Buffer x = new Buffer("x", DType.INT32, Shape.of(3, 7));
    Buffer out = new Buffer("out", DType.INT32, Shape.of(21));
    Var chunk = new Var("chunk", 21);
    Index at = Index.of(chunk);
    check(
        "chunks",
        Kernels.of(
            List.of(x),
            out,
            new Stmt.For(
                chunk,
                ForKind.PARALLEL,
                new Stmt.Store(
                    out,
                    List.of(at),
                    Expr.div(
                        x.at(at.floorDiv(7), Index.of(6).minus(at.floorMod(7))),
                        Expr.constant(3L, DType.INT32))))));
  }

  private static void check(String name, Program program) {
    Golden.check(LlvmIrTest.class, name, new CpuCompiler().llvmIr(program, TARGET));
  }
}
