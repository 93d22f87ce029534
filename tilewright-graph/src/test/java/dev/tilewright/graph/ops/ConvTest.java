package dev.tilewright.graph.ops;

import static dev.tilewright.graph.ops.Evaluation.assertClose;
import static dev.tilewright.graph.ops.Evaluation.one;
import static dev.tilewright.graph.ops.Evaluation.random;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.core.interp.HostArray;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ConvTest {
  /** Data N, C, H, W; output channels; window; groups. */
  static List<Arguments> cases() {
    return List.of(
        Arguments.of(new long[] {1, 3, 8, 7}, 4, Window.of(3, 3), 1),
        Arguments.of(new long[] {2, 3, 8, 7}, 5, Window.of(3, 3).withPads(1, 1), 1),
        Arguments.of(new long[] {1, 4, 9, 9}, 6, Window.of(3, 3).withStrides(2, 2), 1),
        Arguments.of(new long[] {1, 4, 9, 8}, 6, Window.of(3, 2).withDilations(2, 3), 1),
        Arguments.of(new long[] {1, 8, 6, 6}, 8, Window.of(3, 3).withPads(1, 1), 2),
        Arguments.of(new long[] {1, 8, 6, 6}, 16, Window.of(3, 3).withPads(1, 1), 4),
        Arguments.of(new long[] {1, 8, 6, 6}, 8, Window.of(3, 3).withPads(1, 1), 8),
        Arguments.of(new long[] {1, 4, 6, 6}, 8, Window.of(3, 3), 4),
        Arguments.of(new long[] {1, 12, 5, 5}, 12, Window.of(1, 7).withPads(0, 3), 1),
        Arguments.of(new long[] {1, 12, 5, 5}, 12, Window.of(7, 1).withPads(3, 0), 1),
        Arguments.of(new long[] {1, 1, 1, 1}, 1, Window.of(1, 1), 1),
        Arguments.of(new long[] {1, 1, 1, 1}, 1, Window.of(1, 1).withDilations(2, 2), 1),
        Arguments.of(new long[] {1, 3, 5, 5}, 1, Window.of(3, 3), 1),
        Arguments.of(
            new long[] {1, 2, 5, 6},
            3,
            new Window(
                List.of(3L, 3L),
                List.of(2L, 1L),
                List.of(1L, 1L),
                List.of(0L, 2L),
                List.of(1L, 0L)),
            1));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void equalsTheDefinitionInBothLayouts(long[] data, long outputs, Window window, long groups) {
    HostArray x = random(1, data);
    HostArray w =
        random(2, outputs, data[1] / groups, window.kernel().get(0), window.kernel().get(1));
    HostArray bias = random(3, outputs);
    double[] expected = reference(x, w, bias, window, groups);
    HostArray first = one(new Conv(window, groups, Layout.CHANNELS_FIRST), x, w, bias);
    assertClose(first, expected);
    HostArray last =
        one(
            new Conv(window, groups, Layout.CHANNELS_LAST),
            one(new Transpose(List.of(0, 2, 3, 1)), x),
            one(new Transpose(List.of(2, 3, 1, 0)), w),
            bias);
    assertClose(one(new Transpose(List.of(0, 3, 1, 2)), last), expected);
  }

  private static double[] reference(
      HostArray x, HostArray w, HostArray bias, Window window, long groups) {
    int n = extent(x, 0);
    int c = extent(x, 1);
    int h = extent(x, 2);
    int width = extent(x, 3);
    int f = extent(w, 0);
    int groupInputs = extent(w, 1);
    int oh = (int) window.results(0, h);
    int ow = (int) window.results(1, width);
    float[] data = x.toFloats();
    float[] weight = w.toFloats();
    double[] result = new double[n * f * oh * ow];
    for (int at = 0; at < result.length; at++) {
      int ox = at % ow;
      int oy = at / ow % oh;
      int of = at / ow / oh % f;
      int on = at / ow / oh / f;
      double sum = bias.toFloats()[of];
      for (int rc = 0; rc < groupInputs; rc++) {
        for (int ky = 0; ky < extent(w, 2); ky++) {
          for (int kx = 0; kx < extent(w, 3); kx++) {
            long iy =
                oy * window.strides().get(0)
                    + ky * window.dilations().get(0)
                    - window.padBegin().get(0);
            long ix =
                ox * window.strides().get(1)
                    + kx * window.dilations().get(1)
                    - window.padBegin().get(1);
            if (iy >= 0 && iy < h && ix >= 0 && ix < width) {
              int channel = of / (f / (int) groups) * groupInputs + rc;
              sum +=
                  data[((on * c + channel) * h + (int) iy) * width + (int) ix]
                      * weight[((of * groupInputs + rc) * extent(w, 2) + ky) * extent(w, 3) + kx];
            }
          }
        }
      }
      result[at] = sum;
    }
    return result;
  }

  private static int extent(HostArray array, int axis) {
    return (int) array.shape().extent(axis);
  }

  @Test
  void oneDimension() {
    HostArray x = HostArray.of(Shape.of(1, 1, 5), 1, 2, 3, 4, 5);
    HostArray w = HostArray.of(Shape.of(1, 1, 3), 1, 10, 100);
    Conv conv = new Conv(Window.of(3).withPads(1), 1, Layout.CHANNELS_FIRST);
    assertClose(one(conv, x, w), 210, 321, 432, 543, 54);
  }

  @Test
  void narrowIntegersAreSummedInInt32() {
    HostArray x = HostArray.ofLongs(DType.INT8, Shape.of(1, 2, 1, 1), 100, 100);
    HostArray w = HostArray.ofLongs(DType.INT8, Shape.of(1, 2, 1, 1), 100, 100);
    assertClose(one(new Conv(Window.of(1, 1), 1, Layout.CHANNELS_FIRST), x, w), 20_000);
  }
}
