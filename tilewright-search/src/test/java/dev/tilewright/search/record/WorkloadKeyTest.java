package dev.tilewright.search.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.base.UserException;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Combiner;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.te.ComputeDag;
import dev.tilewright.core.te.DagBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

class WorkloadKeyTest {
  @Test
  void namesDoNotMatter() {
    assertThat(key("dense", "i", 768)).isEqualTo(key("encoder.layer.3.dense", "row", 768));
  }

  @Test
  void shapesTypesAndFusionMatter() {
    assertThat(key("dense", "i", 768)).isNotEqualTo(key("dense", "i", 769));
    assertThat(WorkloadKey.of(dense("d", "i", 768, false)))
        .isNotEqualTo(WorkloadKey.of(dense("d", "i", 768, true)));
  }

  /**
   * The key is what old record files hold: it must not change unless the version of the format
   * does.
   */
  @Test
  void theKeyIsStable() {
    assertThat(key("dense", "i", 768).hex()).isEqualTo("357da0245db9c2be88654ba158d7bc5e");
  }

  @Test
  void survivesTheCodec() {
    ComputeDag dag = dense("dense", "i", 768, true);
    assertThat(WorkloadKey.of(DagCodec.decode(DagCodec.encode(dag))))
        .isEqualTo(WorkloadKey.of(dag));
  }

  @Test
  void namesCanBeGivenBack() {
    ComputeDag own = dense("dense", "i", 768, true);
    ComputeDag other = dense("other", "row", 768, true);
    assertThat(DagCodec.encode(WorkloadNames.of(other).applyTo(own)).toString())
        .isEqualTo(DagCodec.encode(other).toString());
    assertThatThrownBy(() -> new WorkloadNames(List.of()).applyTo(own))
        .isInstanceOf(UserException.class);
    assertThatThrownBy(
            () ->
                new WorkloadNames(List.of(List.of("a"), List.of("b"), List.of("c"), List.of("d")))
                    .applyTo(own))
        .isInstanceOf(UserException.class);
  }

  private static WorkloadKey key(String name, String axis, long size) {
    return WorkloadKey.of(dense(name, axis, size, false));
  }

  static ComputeDag dense(String name, String axis, long size, boolean tanh) {
    DagBuilder te = new DagBuilder();
    Buffer data = te.placeholder(name + "_data", DType.FLOAT32, 1, size);
    Buffer weight = te.constant(name + "_weight", DType.FLOAT32, size, size);
    Buffer dense =
        te.reduce(
            name,
            List.of(axis, "j"),
            Shape.of(1, size),
            List.of("k"),
            Shape.of(size),
            Combiner.sum(DType.FLOAT32),
            (i, k) -> Expr.mul(data.at(i[0], k[0]), weight.at(i[1], k[0])));
    if (!tanh) {
      return te.build(dense);
    }
    return te.build(
        te.compute(
            name + "_tanh",
            Shape.of(1, size),
            i -> Expr.call(Expr.MathFunction.TANH, dense.at(i))));
  }
}
