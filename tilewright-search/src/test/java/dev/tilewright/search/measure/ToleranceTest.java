package dev.tilewright.search.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilewright.base.Shape;
import dev.tilewright.core.schedule.step.Winograd;
import dev.tilewright.core.te.ComputeDag;
import dev.tilewright.runtime.Tensor;
import dev.tilewright.search.evolve.Workloads;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ToleranceTest {
  private static final int CHANNELS = 64;
  private static final int TERMS = 9 * CHANNELS;

  private final ComputeDag conv = Workloads.conv(14, CHANNELS, 16, 1);

  @Test
  void onlyLargeWinogradTilesMayBeFartherFromTheReference() {
    assertThat(Tolerance.factor(List.of())).isEqualTo(1);
    assertThat(Tolerance.factor(List.of(new Winograd("conv", 2)))).isEqualTo(1);
    assertThat(Tolerance.factor(List.of(new Winograd("conv", 4)))).isEqualTo(8);
  }

  /** A tail that is left out of a sum is the mistake that a wide tolerance would hide. */
  @Test
  void aMissingTermIsFoundWithinTheToleranceOfWinograd() {
    double factor = Tolerance.factor(List.of(new Winograd("conv", 4)));
    OutputComparison comparison =
        new OutputComparison("relu", outputs(TERMS), Tolerance.of(conv, conv.outputs().getFirst()));
    assertThat(comparison.findDifference(outputs(TERMS), factor)).isEmpty();
    assertThat(comparison.findDifference(outputs(TERMS - 1), factor))
        .hasValueSatisfying(message -> assertThat(message).contains("elements are wrong"));
  }

  /** Sums of the first terms of random products, the same for every call. */
  private Tensor outputs(int terms) {
    Shape shape = conv.outputs().getFirst().shape();
    float[] sums = new float[Math.toIntExact(shape.elements())];
    Random random = new Random(5);
    for (int at = 0; at < sums.length; at++) {
      double sum = 0;
      for (int term = 0; term < TERMS; term++) {
        double product = random.nextDouble(-1, 1) * random.nextDouble(-1, 1);
        sum += term < terms ? product : 0;
      }
      sums[at] = (float) sum;
    }
    return Tensor.of(shape, sums);
  }
}
