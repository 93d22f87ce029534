package dev.tilewright.graph.ops;

import static dev.tilewright.graph.ops.Evaluation.assertClose;
import static dev.tilewright.graph.ops.Evaluation.one;
import static dev.tilewright.graph.ops.Evaluation.random;

import dev.tilewright.core.interp.HostArray;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ConvTransposeTest {
  /** Data N, C, H, W; output channels of a group; window; output padding; groups. */
  static List<Arguments> cases() {
    return List.of(
        Arguments.of(new long[] {1, 8, 4, 4}, 3, Window.of(2, 2).withStrides(2, 2), 0, 1),
        Arguments.of(
            new long[] {2, 3, 4, 5}, 2, Window.of(3, 3).withStrides(2, 2).withPads(1, 1), 1, 1),
        Arguments.of(new long[] {1, 4, 3, 3}, 3, Window.of(3, 2).withDilations(2, 1), 0, 2),
        Arguments.of(new long[] {1, 1, 1, 1}, 1, Window.of(1, 1), 0, 1));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void scattersEachElement(long[] data, long outputs, Window window, long extra, long groups) {
    HostArray x = random(1, data);
    HostArray w = random(2, data[1], outputs, window.kernel().get(0), window.kernel().get(1));
    double[] expected = reference(x, w, window, extra, groups);
    List<Long> outputPadding = List.of(extra, extra);
    HostArray first =
        one(new ConvTranspose(window, outputPadding, groups, Layout.CHANNELS_FIRST), x, w);
    assertClose(first, expected);
    HostArray last =
        one(
            new ConvTranspose(window, outputPadding, groups, Layout.CHANNELS_LAST),
            one(new Transpose(List.of(0, 2, 3, 1)), x),
            one(new Transpose(List.of(2, 3, 0, 1)), w));
    assertClose(one(new Transpose(List.of(0, 3, 1, 2)), last), expected);
  }

  private static double[] reference(
      HostArray x, HostArray w, Window window, long extra, long groups) {
    int n = (int) x.shape().extent(0);
    int c = (int) x.shape().extent(1);
    int h = (int) x.shape().extent(2);
    int width = (int) x.shape().extent(3);
    int groupOutputs = (int) w.shape().extent(1);
    int f = groupOutputs * (int) groups;
    int[] out = new int[2];
    for (int d = 0; d < 2; d++) {
      long full = (x.shape().extent(2 + d) - 1) * window.strides().get(d) + window.reach(d);
      out[d] = (int) (full - window.padBegin().get(d) - window.padEnd().get(d) + extra);
    }
    int kh = (int) w.shape().extent(2);
    int kw = (int) w.shape().extent(3);
    double[] result = new double[n * f * out[0] * out[1]];
    float[] data = x.toFloats();
    float[] weight = w.toFloats();
    for (int at = 0; at < data.length; at++) {
      int ix = at % width;
      int iy = at / width % h;
      int ic = at / width / h % c;
      int in = at / width / h / c;
      int group = ic / (c / (int) groups);
      for (int tap = 0; tap < groupOutputs * kh * kw; tap++) {
        int kx = tap % kw;
        int ky = tap / kw % kh;
        int of = group * groupOutputs + tap / kw / kh;
        long oy =
            iy * window.strides().get(0)
                + ky * window.dilations().get(0)
                - window.padBegin().get(0);
        long ox =
            ix * window.strides().get(1)
                + kx * window.dilations().get(1)
                - window.padBegin().get(1);
        if (oy >= 0 && oy < out[0] && ox >= 0 && ox < out[1]) {
          result[((in * f + of) * out[0] + (int) oy) * out[1] + (int) ox] +=
              data[at] * weight[ic * groupOutputs * kh * kw + tap];
        }
      }
    }
    return result;
  }
}
