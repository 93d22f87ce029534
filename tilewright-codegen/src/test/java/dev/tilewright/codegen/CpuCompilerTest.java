package dev.tilewright.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.expr.Var;
import dev.tilewright.core.interp.HostArray;
import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.ir.Kernel;
import dev.tilewright.core.ir.Program;
import dev.tilewright.core.ir.Stmt;
import dev.tilewright.core.target.CpuTarget;
import java.util.List;
import org.junit.jupiter.api.Test;

class CpuCompilerTest {
  private final CpuTarget target = HostCpu.detect(1);
  private final CpuCompiler compiler = new CpuCompiler();

  @Test
  void addsTwoVectors() {
    Buffer a = new Buffer("a", DType.FLOAT32, Shape.of(37));
    Buffer b = new Buffer("b", DType.FLOAT32, Shape.of(37));
    Buffer c = new Buffer("c", DType.FLOAT32, Shape.of(37));
    Var i = new Var("i", 37);
    Stmt body =
        new Stmt.For(
            i,
            ForKind.VECTORIZED,
            new Stmt.Store(
                c, List.of(Index.of(i)), Expr.add(a.at(Index.of(i)), b.at(Index.of(i)))));
    Program program =
        new Program(
            List.of(new Kernel("add", List.of(a, b, c), body)),
            List.of(a, b),
            List.of(c),
            List.of());
    float[] x = new float[37];
    float[] y = new float[37];
    for (int k = 0; k < 37; k++) {
      x[k] = k;
      y[k] = 0.5f * k;
    }
    try (JitProgram compiled = compiler.jit(program, target)) {
      HostArray sum =
          CompiledProgram.run(
                  compiled,
                  program,
                  List.of(HostArray.of(Shape.of(37), x), HostArray.of(Shape.of(37), y)))
              .getFirst();
      for (int k = 0; k < 37; k++) {
        assertThat(sum.getDouble(k)).isEqualTo(1.5 * k);
      }
    }
  }
}
