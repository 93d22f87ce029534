package dev.tilewright.core.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.te.ComputeDag;
import dev.tilewright.core.te.DagBuilder;
import dev.tilewright.core.te.SampleDags;
import org.junit.jupiter.api.Test;

/** Both estimators against counts made by hand. */
class FlopsTest {
  @Test
  void denseCountsMultiplicationsAdditionsAndBias() {
    ComputeDag dag = SampleDags.dense(1, 1000, 2048);
    double expected = 2.0 * 1000 * 2048 + 1000;
    assertThat(ConservativeFlops.of(dag)).isEqualTo(expected);
    assertThat(TemplateFlops.of(dag)).isEqualTo(expected);
  }

  @Test
  void paddingCountsOnlyInTheTemplateStyle() {
    ComputeDag dag = SampleDags.conv2dRelu(14, 8, 16);
    double convolution = 2.0 * 14 * 14 * 16 * 3 * 3 * 8;
    double relu = 14 * 14 * 16;
    // Four comparisons of indices and three conjunctions for each padded element.
    double padding = 7.0 * 16 * 16 * 8;
    assertThat(ConservativeFlops.of(dag)).isEqualTo(convolution + relu);
    assertThat(TemplateFlops.of(dag)).isEqualTo(convolution + relu + padding);
  }

  @Test
  void softmaxTraversesSharedInputsOncePerUse() {
    ComputeDag dag = SampleDags.softmax(4, 10);
    double most = 4 * 10;
    double exp = 4 * 10;
    double sum = 4 * 10;
    double norm = 4 * 10;
    assertThat(ConservativeFlops.of(dag)).isEqualTo(most + exp + sum + norm);
    // The quotient reads the exponentials itself and through their sum.
    assertThat(TemplateFlops.of(dag)).isEqualTo(2 * most + 2 * exp + sum + norm);
  }

  @Test
  void argmaxComparesByType() {
    ComputeDag dag = SampleDags.argmax(4, 10);
    // Both components test (xv > yv) or ((xv == yv) and (xi <= yi)); the stage's type is int64,
    // so that of the five operations only the comparison of positions counts conservatively.
    assertThat(ConservativeFlops.of(dag)).isEqualTo(4 * 10 * 2 * 1);
    assertThat(TemplateFlops.of(dag)).isEqualTo(4 * 10 * 2 * 5);
  }

  @Test
  void selectCountsItsConditionAndItsLargerBranch() {
    DagBuilder te = new DagBuilder();
    Buffer x = te.placeholder("x", DType.FLOAT32, 8);
    Expr zero = Expr.constant(0L, DType.FLOAT32);
    Buffer y =
        te.compute(
            "y",
            Shape.of(8),
            i ->
                Expr.select(
                    new Expr.Compare(Expr.CompareOp.GT, x.at(i), zero),
                    Expr.mul(Expr.add(x.at(i), x.at(i)), x.at(i)),
                    Expr.add(x.at(i), x.at(i))));
    assertThat(ConservativeFlops.of(te.build(y))).isEqualTo(8 * (1 + 2));
    assertThat(TemplateFlops.of(te.build(y))).isEqualTo(8 * (1 + 2));
  }
}
