package dev.tilewright.graph.ops;

import static dev.tilewright.graph.ops.Evaluation.assertClose;
import static dev.tilewright.graph.ops.Evaluation.one;
import static dev.tilewright.graph.ops.Evaluation.random;

import dev.tilewright.core.interp.HostArray;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class PoolTest {
  static List<Arguments> cases() {
    List<Window> windows =
        List.of(
            Window.of(2, 2).withStrides(2, 2),
            Window.of(3, 3).withStrides(2, 2).withPads(1, 1),
            Window.of(3, 2),
            Window.of(3, 3).withStrides(2, 3).withPads(1, 0),
            Window.of(2, 2).withDilations(2, 3).withPads(1, 1));
    List<Arguments> cases = new ArrayList<>();
    for (Window window : windows) {
      for (boolean roundUp : new boolean[] {false, true}) {
        for (Pool.Kind kind : Pool.Kind.values()) {
          cases.add(Arguments.of(kind, window, roundUp));
        }
      }
    }
    return cases;
  }

  @ParameterizedTest
  @MethodSource("cases")
  void equalsTheDefinitionInBothLayouts(Pool.Kind kind, Window window, boolean roundUp) {
    HostArray x = random(1, 1, 2, 7, 8);
    Pool pool = new Pool(kind, window, roundUp, Layout.CHANNELS_FIRST);
    TensorType result = pool.inferTypes(List.of(new TensorType(x.dtype(), x.shape()))).getFirst();
    double[] expected = reference(x, pool, (int) result.extent(2), (int) result.extent(3));
    assertClose(one(pool, x), expected);
    HostArray last =
        one(
            new Pool(kind, window, roundUp, Layout.CHANNELS_LAST),
            one(new Transpose(List.of(0, 2, 3, 1)), x));
    assertClose(one(new Transpose(List.of(0, 3, 1, 2)), last), expected);
  }

  private static double[] reference(HostArray x, Pool pool, int oh, int ow) {
    Window window = pool.window();
    int h = (int) x.shape().extent(2);
    int w = (int) x.shape().extent(3);
    double[] result = new double[2 * oh * ow];
    for (int at = 0; at < result.length; at++) {
      long y0 = at / ow % oh * window.strides().get(0) - window.padBegin().get(0);
      long x0 = at % ow * window.strides().get(1) - window.padBegin().get(1);
      double largest = Double.NEGATIVE_INFINITY;
      double sum = 0;
      int inside = 0;
      int padded = 0;
      for (int ky = 0; ky < window.kernel().get(0); ky++) {
        for (int kx = 0; kx < window.kernel().get(1); kx++) {
          long iy = y0 + ky * window.dilations().get(0);
          long ix = x0 + kx * window.dilations().get(1);
          if (iy >= 0 && iy < h && ix >= 0 && ix < w) {
            double value = x.toFloats()[at / ow / oh * h * w + (int) (iy * w + ix)];
            largest = Math.max(largest, value);
            sum += value;
            inside++;
          }
          if (iy < h + window.padEnd().get(0) && ix < w + window.padEnd().get(1)) {
            padded++;
          }
        }
      }
      result[at] =
          switch (pool.kind()) {
            case MAX -> largest;
            case AVERAGE -> sum / inside;
            case AVERAGE_WITH_PADDING -> sum / padded;
            case SUM -> sum;
          };
    }
    return result;
  }

  @Test
  void globalPools() {
    HostArray x = Evaluation.counting(1, 2, 2, 3);
    assertClose(one(new GlobalPool(false, Layout.CHANNELS_FIRST), x), 2.5, 8.5);
    assertClose(one(new GlobalPool(true, Layout.CHANNELS_LAST), x), 9, 10, 11);
  }
}
