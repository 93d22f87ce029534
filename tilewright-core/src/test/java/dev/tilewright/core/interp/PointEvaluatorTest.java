package dev.tilewright.core.interp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Combiner;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.te.ComputeDag;
import dev.tilewright.core.te.DagBuilder;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PointEvaluatorTest {
  @Test
  void agreesWithTheWholeEvaluationInAnyOrder() {
    ComputeDag dag = paddedConvolutionWithArgmax();
    Random random = new Random(7);
    List<HostArray> inputs =
        dag.inputs().stream()
            .map(
                input ->
                    HostArray.ofDoubles(
                        input.dtype(),
                        input.shape(),
                        random.doubles(input.shape().elements(), -1, 1).toArray()))
            .toList();
    List<HostArray> expected = DagEvaluator.evaluate(dag, inputs);
    try (Arena arena = Arena.ofConfined()) {
      PointEvaluator evaluator = new PointEvaluator(dag, inputs, arena);
      for (int output = expected.size() - 1; output >= 0; output--) {
        for (long at = expected.get(output).shape().elements() - 1; at >= 0; at--) {
          assertThat(evaluator.evaluate(output, at))
              .as("output %d at %d", output, at)
              .isEqualTo(expected.get(output).getDouble(at));
        }
      }
    }
  }

  private static ComputeDag paddedConvolutionWithArgmax() {
    DagBuilder te = new DagBuilder();
    Buffer x = te.placeholder("x", DType.FLOAT32, 9);
    Buffer w = te.constant("w", DType.FLOAT32, 3, 4);
    Buffer pad =
        te.compute(
            "pad",
            Shape.of(11),
            i ->
                Expr.select(
                    Expr.and(Expr.ge(i[0], Index.ONE), Expr.lt(i[0], Index.of(10))),
                    x.at(i[0].minus(1)),
                    Expr.constant(0L, DType.FLOAT32)));
    Buffer conv =
        te.reduce(
            "conv",
            List.of("p", "c"),
            Shape.of(9, 4),
            List.of("k"),
            Shape.of(3),
            Combiner.sum(DType.FLOAT32),
            (i, k) -> Expr.mul(pad.at(i[0].plus(k[0])), w.at(k[0], i[1])));
    List<Buffer> best =
        te.reduceTuple(
            List.of("index", "value"),
            List.of("p"),
            Shape.of(9),
            List.of("c"),
            Shape.of(4),
            Combiner.argmax(DType.INT32, DType.FLOAT32),
            (i, k) -> List.of(new Expr.FromIndex(k[0], DType.INT32), conv.at(i[0], k[0])));
    return te.build(best.get(0), best.get(1), conv);
  }
}
