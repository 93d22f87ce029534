package dev.tilewright.graph.ops;

import static dev.tilewright.graph.ops.Evaluation.assertClose;
import static dev.tilewright.graph.ops.Evaluation.one;
import static dev.tilewright.graph.ops.Evaluation.random;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tilewright.base.Shape;
import dev.tilewright.core.interp.HostArray;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ReduceTest {
  @ParameterizedTest
  @EnumSource
  void equalsTheDefinitionOverOneAxis(ReduceFunction function) {
    HostArray x = one(new Unary(UnaryFunction.EXP), random(1, 2, 5, 3));
    double[] expected = new double[6];
    for (int at = 0; at < 6; at++) {
      double[] column = new double[5];
      for (int k = 0; k < 5; k++) {
        column[k] = x.toFloats()[(at / 3 * 5 + k) * 3 + at % 3];
      }
      expected[at] = reduce(function, column);
    }
    HostArray kept = one(new Reduce(function, List.of(-2), true), x);
    assertThat(kept.shape()).isEqualTo(Shape.of(2, 1, 3));
    assertClose(kept, expected);
    HostArray dropped = one(new Reduce(function, List.of(1), false), x);
    assertThat(dropped.shape()).isEqualTo(Shape.of(2, 3));
    assertClose(dropped, expected);
  }

  private static double reduce(ReduceFunction function, double[] values) {
    double sum = 0;
    double squares = 0;
    double product = 1;
    double largest = Double.NEGATIVE_INFINITY;
    double smallest = Double.POSITIVE_INFINITY;
    double powers = 0;
    for (double value : values) {
      sum += value;
      squares += value * value;
      product *= value;
      largest = Math.max(largest, value);
      smallest = Math.min(smallest, value);
      powers += Math.exp(value);
    }
    return switch (function) {
      case SUM, L1 -> sum;
      case MEAN -> sum / values.length;
      case MAX -> largest;
      case MIN -> smallest;
      case PROD -> product;
      case L2 -> Math.sqrt(squares);
      case SUM_SQUARE -> squares;
      case LOG_SUM -> Math.log(sum);
      case LOG_SUM_EXP -> Math.log(powers);
    };
  }

  @Test
  void severalAxesAndAll() {
    HostArray x = Evaluation.counting(2, 3, 2);
    assertClose(one(new Reduce(ReduceFunction.SUM, List.of(2, 0), false), x), 14, 22, 30);
    assertClose(one(new Reduce(ReduceFunction.SUM, List.of(), false), x), 66);
    assertThat(one(new Reduce(ReduceFunction.SUM, List.of(), true), x).shape())
        .isEqualTo(Shape.of(1, 1, 1));
  }

  @Test
  void positionOfTheFirstExtreme() {
    HostArray x = HostArray.of(Shape.of(2, 4), -3, -1, -1, -2, 5, 4, 4, 6);
    assertThat(one(new ArgReduce(true, 1, false), x).toLongs()).containsExactly(1, 3);
    assertThat(one(new ArgReduce(false, -1, true), x).toLongs()).containsExactly(0, 1);
    assertThat(one(new ArgReduce(true, 0, false), x).toLongs()).containsExactly(1, 1, 1, 1);
  }

  @Test
  void flattenThenAbsoluteSumOfSixDimensions() {
    HostArray x = random(7, 3, 3, 2, 3, 2, 5);
    double[] expected = new double[3];
    for (int at = 0; at < 540; at++) {
      expected[at / 180] += Math.abs(x.toFloats()[at]);
    }
    HostArray flat = one(new Flatten(1), x);
    assertClose(one(new Reduce(ReduceFunction.L1, List.of(1), false), flat), expected);
  }
}
