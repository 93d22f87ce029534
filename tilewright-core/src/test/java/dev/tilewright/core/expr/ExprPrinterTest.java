package dev.tilewright.core.expr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import org.junit.jupiter.api.Test;

class ExprPrinterTest {
  private final ExprPrinter printer = new ExprPrinter();
  private final Index i = Index.of(new Var("i", 10));
  private final Index j = Index.of(new Var("j", 10));

  @Test
  void indicesHaveOnlyTheParenthesesThatTheyNeed() {
    assertThat(printer.text(i.times(14).plus(j).minus(3))).isEqualTo("i*14 + j - 3");
    assertThat(printer.text(i.plus(j).floorDiv(14).floorMod(4))).isEqualTo("(i + j)//14%4");
    assertThat(printer.text(i.times(2).floorMod(4))).isEqualTo("(i*2)%4");
    assertThat(printer.text(i.minus(j.times(2)))).isEqualTo("i - j*2");
    assertThat(printer.text(Index.add(i, j.minus(1)))).isEqualTo("i + (j - 1)");
    assertThat(printer.text(Index.min(i, Index.of(3)).times(-1))).isEqualTo("-min(i, 3)");
  }

  @Test
  void valuesHaveEveryOperationInParentheses() {
    Buffer a = new Buffer("A", DType.FLOAT32, Shape.of(10, 10));
    Expr x = a.at(i, j);
    assertThat(printer.text(Expr.add(Expr.mul(x, x), Expr.constant(0.5, DType.FLOAT32))))
        .isEqualTo("((A[i, j]*A[i, j]) + 0.5f)");
    assertThat(
            printer.text(Expr.select(Expr.lt(i, Index.of(3)), x, Expr.constant(0L, DType.FLOAT32))))
        .isEqualTo("select((i < 3), A[i, j], 0f)");
    assertThat(printer.text(Expr.call(Expr.MathFunction.EXP, x))).isEqualTo("exp(A[i, j])");
    assertThat(printer.text(Expr.cast(x, DType.INT32))).isEqualTo("int32(A[i, j])");
    assertThat(printer.text(Limits.lowest(DType.FLOAT32))).isEqualTo("-Infinity");
  }
}
