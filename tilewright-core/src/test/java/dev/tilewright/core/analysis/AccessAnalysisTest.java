package dev.tilewright.core.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.te.Compute;
import dev.tilewright.core.te.ComputeDag;
import dev.tilewright.core.te.DagBuilder;
import dev.tilewright.core.te.SampleDags;
import org.junit.jupiter.api.Test;

class AccessAnalysisTest {
  @Test
  void convolutionIsTiledAndItsNeighboursAreNot() {
    ComputeDag dag = SampleDags.conv2dRelu(14, 8, 16);
    AccessAnalysis analysis = AccessAnalysis.of(dag);
    Compute pad = find(dag, "pad");
    Compute conv = find(dag, "conv");
    Compute relu = find(dag, "relu");

    assertThat(analysis.needsMultiLevelTiling(conv)).isTrue();
    assertThat(analysis.needsMultiLevelTiling(pad)).isFalse();
    assertThat(analysis.needsMultiLevelTiling(relu)).isFalse();
    assertThat(analysis.isSimpleAccess(conv)).isFalse();
    assertThat(analysis.isSimpleAccess(pad)).isTrue();
    assertThat(analysis.isStrictlyInlineable(pad)).as("has a branch").isFalse();
    assertThat(analysis.isStrictlyInlineable(relu)).isTrue();
    assertThat(analysis.isInlineable(pad)).isTrue();
    assertThat(analysis.isInlineable(relu)).as("is the output").isFalse();
    assertThat(analysis.isElementwiseMatch(conv, relu)).isTrue();
    assertThat(analysis.isElementwiseMatch(pad, conv)).isFalse();
    assertThat(analysis.commonOuterAxes(conv, relu)).isEqualTo(4);
    assertThat(analysis.commonOuterAxes(pad, conv)).isEqualTo(1);
    assertThat(analysis.consumersOf(conv)).containsExactly(relu);
    assertThat(analysis.producersOf(conv)).containsExactly(pad);
    assertThat(analysis.isOutput(relu)).isTrue();
    assertThat(analysis.isOutput(conv)).isFalse();
  }

  @Test
  void denseWithOneRowIsStillTiled() {
    ComputeDag dag = SampleDags.dense(1, 1000, 2048);
    AccessAnalysis analysis = AccessAnalysis.of(dag);
    assertThat(analysis.needsMultiLevelTiling(find(dag, "T_dense"))).isTrue();
    assertThat(analysis.needsMultiLevelTiling(find(dag, "T_add"))).isFalse();
    assertThat(analysis.isElementwiseMatch(find(dag, "T_dense"), find(dag, "T_add"))).isTrue();
  }

  @Test
  void rowReductionHasNoReuse() {
    ComputeDag dag = SampleDags.softmax(4, 10);
    AccessAnalysis analysis = AccessAnalysis.of(dag);
    Compute sum = find(dag, "T_softmax_expsum");
    assertThat(analysis.needsMultiLevelTiling(sum)).isFalse();
    assertThat(AccessAnalysis.reductionRatio(sum)).isEqualTo(2.5);
    Compute exp = find(dag, "T_softmax_exp");
    assertThat(analysis.isStrictlyInlineable(exp)).as("calls exp").isFalse();
    assertThat(analysis.consumersOf(exp)).hasSize(2);
    assertThat(analysis.isElementwiseMatch(exp, find(dag, "T_softmax_norm"))).isFalse();
  }

  @Test
  void transposeIsSimpleButNotStrictlyInlineable() {
    DagBuilder te = new DagBuilder();
    Buffer x = te.placeholder("x", DType.FLOAT32, 4, 6);
    Buffer t = te.compute("t", Shape.of(6, 4), i -> x.at(i[1], i[0]));
    Buffer strided = te.compute("s", Shape.of(3, 4), i -> t.at(i[0].times(2), i[1]));
    Buffer y = te.compute("y", Shape.of(3, 4), i -> Expr.add(strided.at(i), strided.at(i)));
    ComputeDag dag = te.build(y);
    AccessAnalysis analysis = AccessAnalysis.of(dag);
    assertThat(analysis.isSimpleAccess(find(dag, "t"))).isTrue();
    assertThat(analysis.isStrictlyInlineable(find(dag, "t"))).isFalse();
    assertThat(analysis.isSimpleAccess(find(dag, "s"))).isFalse();
    assertThat(analysis.accesses(find(dag, "y"), strided)).hasSize(2);
  }

  private static Compute find(ComputeDag dag, String name) {
    return dag.computes().stream().filter(op -> op.name().equals(name)).findFirst().orElseThrow();
  }
}
