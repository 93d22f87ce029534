package dev.tilewright.graph.ops;

import static dev.tilewright.graph.ops.Evaluation.assertClose;
import static dev.tilewright.graph.ops.Evaluation.one;
import static dev.tilewright.graph.ops.Evaluation.random;
import static dev.tilewright.graph.ops.Evaluation.vector;

import dev.tilewright.core.interp.HostArray;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NormTest {
  @ParameterizedTest
  @ValueSource(ints = {0, 1, -1})
  void softmaxAlongAnyAxis(int axis) {
    HostArray x = random(1, 3, 4, 5);
    int along = Math.floorMod(axis, 3);
    int[] extents = {3, 4, 5};
    int stride = along == 0 ? 20 : along == 1 ? 5 : 1;
    double[] plain = new double[60];
    double[] logarithms = new double[60];
    for (int at = 0; at < 60; at++) {
      int start = at - at / stride % extents[along] * stride;
      double sum = 0;
      for (int k = 0; k < extents[along]; k++) {
        sum += Math.exp(x.toFloats()[start + k * stride]);
      }
      plain[at] = Math.exp(x.toFloats()[at]) / sum;
      logarithms[at] = x.toFloats()[at] - Math.log(sum);
    }
    assertClose(one(new Softmax(axis, false), x), plain);
    assertClose(one(new Softmax(axis, true), x), logarithms);
  }

  @Test
  void softmaxOfLargeValues() {
    assertClose(one(new Softmax(0, false), vector(1000, 1000, -1000)), 0.5, 0.5, 0);
  }

  @Test
  void layerNorm() {
    HostArray x = random(1, 4, 6);
    HostArray scale = random(2, 6);
    HostArray shift = random(3, 6);
    double[] expected = new double[24];
    for (int row = 0; row < 4; row++) {
      double[] moments = moments(x, row * 6, 6);
      for (int j = 0; j < 6; j++) {
        double normal = (x.toFloats()[row * 6 + j] - moments[0]) / Math.sqrt(moments[1] + 1e-3);
        expected[row * 6 + j] = normal * scale.toFloats()[j] + shift.toFloats()[j];
      }
    }
    assertClose(one(new LayerNorm(-1, 1e-3), x, scale, shift), expected);
  }

  @Test
  void instanceNorm() {
    HostArray x = random(1, 2, 3, 2, 2);
    HostArray scale = random(2, 3);
    HostArray shift = random(3, 3);
    double[] expected = new double[24];
    for (int row = 0; row < 6; row++) {
      double[] moments = moments(x, row * 4, 4);
      for (int j = 0; j < 4; j++) {
        double normal = (x.toFloats()[row * 4 + j] - moments[0]) / Math.sqrt(moments[1] + 1e-5);
        expected[row * 4 + j] = normal * scale.toFloats()[row % 3] + shift.toFloats()[row % 3];
      }
    }
    assertClose(one(new InstanceNorm(1e-5), x, scale, shift), expected);
  }

  private static double[] moments(HostArray x, int start, int count) {
    double mean = 0;
    for (int j = 0; j < count; j++) {
      mean += x.toFloats()[start + j] / count;
    }
    double variance = 0;
    for (int j = 0; j < count; j++) {
      variance += Math.pow(x.toFloats()[start + j] - mean, 2) / count;
    }
    return new double[] {mean, variance};
  }

  @Test
  void batchNorm() {
    HostArray x = random(1, 1, 2, 3);
    HostArray last = one(new Transpose(List.of(0, 2, 1)), x);
    HostArray[] statistics = {vector(2, 3), vector(-1, 1), vector(0.5f, 0), vector(4, 0.25f)};
    double[] expected = new double[6];
    for (int at = 0; at < 6; at++) {
      double value = x.toFloats()[at];
      expected[at] =
          at < 3
              ? (value - 0.5) / Math.sqrt(4 + 1e-5) * 2 - 1
              : value / Math.sqrt(0.25 + 1e-5) * 3 + 1;
    }
    assertClose(
        one(
            new BatchNorm(1e-5, Layout.CHANNELS_FIRST),
            x,
            statistics[0],
            statistics[1],
            statistics[2],
            statistics[3]),
        expected);
    HostArray result =
        one(
            new BatchNorm(1e-5, Layout.CHANNELS_LAST),
            last,
            statistics[0],
            statistics[1],
            statistics[2],
            statistics[3]);
    assertClose(one(new Transpose(List.of(0, 2, 1)), result), expected);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 5})
  void localResponse(long size) {
    HostArray x = random(1, 1, 4, 1, 2);
    double[] expected = new double[8];
    for (int at = 0; at < 8; at++) {
      int c = at / 2;
      double squares = 0;
      for (long k = c - (size - 1) / 2; k <= c + size / 2; k++) {
        if (k >= 0 && k < 4) {
          squares += Math.pow(x.toFloats()[(int) k * 2 + at % 2], 2);
        }
      }
      expected[at] = x.toFloats()[at] / Math.pow(2 + 0.3 / size * squares, 0.75);
    }
    assertClose(one(new Lrn(size, 0.3, 0.75, 2, Layout.CHANNELS_FIRST), x), expected);
  }
}
