package dev.tilewright.core.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class WinogradMatricesTest {
  private static final long SEED = 20260906;

  @ParameterizedTest
  @ValueSource(ints = {2, 4})
  void filtersLikeTheCorrelation(int tile) {
    WinogradMatrices matrices = WinogradMatrices.of(tile);
    Random random = new Random(SEED);
    for (int round = 0; round < 100; round++) {
      List<Double> inputs = integers(random, matrices.alpha());
      List<Double> taps = integers(random, 3);
      List<Double> outputs = filter(matrices, inputs, taps);
      assertEquals(tile, outputs.size());
      for (int i = 0; i < tile; i++) {
        double expected = 0;
        for (int tap = 0; tap < 3; tap++) {
          expected += inputs.get(i + tap) * taps.get(tap);
        }
        assertEquals(expected, outputs.get(i), 1e-9, "output " + i + ", seed " + SEED);
      }
    }
  }

  @Test
  void refusesOtherTiles() {
    assertThrows(IllegalArgumentException.class, () -> WinogradMatrices.of(3));
  }

  private static List<Double> filter(
      WinogradMatrices matrices, List<Double> inputs, List<Double> taps) {
    List<Double> data = multiply(matrices.input(), inputs);
    List<Double> kernel = multiply(matrices.kernel(), taps);
    List<Double> products = new ArrayList<>();
    for (int i = 0; i < matrices.alpha(); i++) {
      products.add(data.get(i) * kernel.get(i));
    }
    return multiply(matrices.output(), products);
  }

  private static List<Double> multiply(List<List<Double>> matrix, List<Double> vector) {
    List<Double> product = new ArrayList<>();
    for (List<Double> row : matrix) {
      double sum = 0;
      for (int i = 0; i < vector.size(); i++) {
        sum += row.get(i) * vector.get(i);
      }
      product.add(sum);
    }
    return product;
  }

  private static List<Double> integers(Random random, int count) {
    return random.ints(count, -8, 9).mapToObj(value -> (double) value).toList();
  }
}
