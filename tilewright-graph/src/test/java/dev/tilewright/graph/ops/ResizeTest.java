package dev.tilewright.graph.ops;

import static dev.tilewright.graph.ops.Evaluation.assertClose;
import static dev.tilewright.graph.ops.Evaluation.counting;
import static dev.tilewright.graph.ops.Evaluation.one;
import static dev.tilewright.graph.ops.Evaluation.vector;

import dev.tilewright.core.interp.HostArray;
import dev.tilewright.graph.ops.Resize.Mapping;
import dev.tilewright.graph.ops.Resize.Sampling;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ResizeTest {
  static List<Arguments> cases() {
    List<Arguments> cases = new ArrayList<>();
    for (Mapping mapping : Mapping.values()) {
      for (Sampling sampling : Sampling.values()) {
        for (double scale : new double[] {2, 3, 0.5, 0.6, 1.7, 1}) {
          cases.add(Arguments.of(mapping, sampling, scale));
        }
      }
    }
    return cases;
  }

  @ParameterizedTest
  @MethodSource("cases")
  void equalsTheDefinitionInOneDimension(Mapping mapping, Sampling sampling, double scale) {
    HostArray x = vector(5, 1, 4, 8, -2, 3, 7);
    Resize resize = Resize.byScales(x.shape(), List.of(scale), mapping, sampling);
    int results = (int) (long) resize.sizes().getFirst();
    double[] expected = new double[results];
    for (int i = 0; i < results; i++) {
      double position =
          switch (mapping) {
            case HALF_PIXEL -> (i + 0.5) / scale - 0.5;
            case PYTORCH_HALF_PIXEL -> results == 1 ? 0 : (i + 0.5) / scale - 0.5;
            case ASYMMETRIC -> i / scale;
            case ALIGN_CORNERS -> results == 1 ? 0 : i * 6.0 / (results - 1);
          };
      expected[i] =
          switch (sampling) {
            case NEAREST_DOWN -> at(x, Math.ceil(position - 0.5 - 1e-9));
            case NEAREST_UP -> at(x, Math.floor(position + 0.5 + 1e-9));
            case FLOOR -> at(x, Math.floor(position + 1e-9));
            case CEIL -> at(x, Math.ceil(position - 1e-9));
            case LINEAR -> {
              double low = Math.floor(position);
              double weight = position - low;
              yield at(x, low) * (1 - weight) + at(x, low + 1) * weight;
            }
          };
    }
    assertClose(one(resize, x), expected);
  }

  private static double at(HostArray x, double position) {
    return x.toFloats()[(int) Math.min(Math.max(position, 0), 6)];
  }

  @Test
  void linearInTwoDimensions() {
    HostArray x = counting(1, 1, 2, 2);
    Resize resize =
        Resize.toSizes(x.shape(), List.of(1L, 1L, 3L, 3L), Mapping.ALIGN_CORNERS, Sampling.LINEAR);
    assertClose(one(resize, x), 0, 0.5, 1, 1, 1.5, 2, 2, 2.5, 3);
  }
}
