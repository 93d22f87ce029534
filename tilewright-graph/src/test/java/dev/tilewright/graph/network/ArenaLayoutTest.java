package dev.tilewright.graph.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilewright.runtime.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ArenaLayoutTest {
  @Test
  void buffersThatAreAliveTogetherNeverOverlap() {
    for (int seed = 0; seed < 500; seed++) {
      List<Lifetime> lifetimes = randomLifetimes(new Random(seed));
      ArenaLayout layout = ArenaLayout.of(lifetimes);
      for (int a = 0; a < lifetimes.size(); a++) {
        long start = layout.offsets().get(a);
        long end = start + lifetimes.get(a).bytes();
        assertThat(start % Tensor.ALIGNMENT).as("seed %d", seed).isZero();
        assertThat(end).as("seed %d", seed).isLessThanOrEqualTo(layout.bytes());
        for (int b = 0; b < a; b++) {
          long otherStart = layout.offsets().get(b);
          long otherEnd = otherStart + lifetimes.get(b).bytes();
          assertThat(
                  !lifetimes.get(a).overlaps(lifetimes.get(b))
                      || end <= otherStart
                      || otherEnd <= start)
              .as("seed %d: %s and %s of %s at %s", seed, a, b, lifetimes, layout)
              .isTrue();
        }
      }
    }
  }

  @Test
  void aChainNeedsTwoBuffers() {
    List<Lifetime> chain = new ArrayList<>();
    for (int step = 0; step < 10; step++) {
      chain.add(new Lifetime(1024, step, step + 1));
    }
    assertThat(ArenaLayout.of(chain).bytes()).isEqualTo(2 * 1024);
  }

  @Test
  void nothingNeedsNothing() {
    assertThat(ArenaLayout.of(List.of()).bytes()).isZero();
  }

  private static List<Lifetime> randomLifetimes(Random random) {
    List<Lifetime> lifetimes = new ArrayList<>();
    int count = random.nextInt(40);
    for (int i = 0; i < count; i++) {
      int first = random.nextInt(20);
      lifetimes.add(new Lifetime(random.nextInt(1000), first, first + random.nextInt(6)));
    }
    return lifetimes;
  }
}
