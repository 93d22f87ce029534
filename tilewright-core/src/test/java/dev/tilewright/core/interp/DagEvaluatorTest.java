package dev.tilewright.core.interp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Combiner;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.te.ComputeDag;
import dev.tilewright.core.te.DagBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

class DagEvaluatorTest {
  private static final HostArray ROWS = HostArray.of(Shape.of(2, 3), -3, -1, -1, -2, -5, -4);

  private static List<HostArray> reduceRows(Combiner combiner) {
    DagBuilder te = new DagBuilder();
    Buffer x = te.placeholder("x", DType.FLOAT32, 2, 3);
    Buffer y =
        te.reduce(
            "y",
            List.of("i"),
            Shape.of(2),
            List.of("k"),
            Shape.of(3),
            combiner,
            (i, k) -> x.at(i[0], k[0]));
    return DagEvaluator.evaluate(te.build(y), List.of(ROWS));
  }

  @Test
  void reducesNegativeRows() {
    assertThat(reduceRows(Combiner.max(DType.FLOAT32)).getFirst().toFloats())
        .containsExactly(-1, -2);
    assertThat(reduceRows(Combiner.min(DType.FLOAT32)).getFirst().toFloats())
        .containsExactly(-3, -5);
    assertThat(reduceRows(Combiner.sum(DType.FLOAT32)).getFirst().toFloats())
        .containsExactly(-5, -11);
    assertThat(reduceRows(Combiner.prod(DType.FLOAT32)).getFirst().toFloats())
        .containsExactly(-3, -40);
  }

  @Test
  void argmaxTakesTheFirstOfEquals() {
    DagBuilder te = new DagBuilder();
    Buffer x = te.placeholder("x", DType.FLOAT32, 2, 3);
    List<Buffer> best =
        te.reduceTuple(
            List.of("index", "value"),
            List.of("i"),
            Shape.of(2),
            List.of("k"),
            Shape.of(3),
            Combiner.argmax(DType.INT64, DType.FLOAT32),
            (i, k) -> List.of(new Expr.FromIndex(k[0], DType.INT64), x.at(i[0], k[0])));
    ComputeDag dag = te.build(best.toArray(Buffer[]::new));
    List<HostArray> result = DagEvaluator.evaluate(dag, List.of(ROWS));
    assertThat(result.get(0).toLongs()).containsExactly(1, 0);
    assertThat(result.get(1).toFloats()).containsExactly(-1, -2);
  }

  @Test
  void emptyReductionIsTheIdentity() {
    DagBuilder te = new DagBuilder();
    Buffer x = te.placeholder("x", DType.FLOAT32, 2, 0);
    Buffer y =
        te.reduce(
            "y",
            List.of("i"),
            Shape.of(2),
            List.of("k"),
            Shape.of(0),
            Combiner.max(DType.FLOAT32),
            (i, k) -> x.at(i[0], k[0]));
    HostArray empty = HostArray.of(Shape.of(2, 0));
    assertThat(DagEvaluator.evaluate(te.build(y), List.of(empty)).getFirst().toFloats())
        .containsExactly(Float.NEGATIVE_INFINITY, Float.NEGATIVE_INFINITY);
  }

  @Test
  void float16AccumulatesInFloat16() {
    DagBuilder te = new DagBuilder();
    Buffer x = te.placeholder("x", DType.FLOAT16, 3);
    Buffer y =
        te.reduce(
            "y",
            List.of(),
            Shape.of(),
            List.of("k"),
            Shape.of(3),
            Combiner.sum(DType.FLOAT16),
            (i, k) -> x.at(k[0]));
    HostArray input = HostArray.ofDoubles(DType.FLOAT16, Shape.of(3), 2048, 1, 1);
    assertThat(DagEvaluator.evaluate(te.build(y), List.of(input)).getFirst().toDoubles())
        .containsExactly(2048);
  }
}
