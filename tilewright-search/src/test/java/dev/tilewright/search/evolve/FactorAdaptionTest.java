package dev.tilewright.search.evolve;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class FactorAdaptionTest {
  @Test
  void factorsThatDivideTheLoopStay() {
    assertThat(adapt(56, 2, 1, 14)).containsExactly(2L, 1L, 14L);
  }

  @Test
  void theInnermostFactorShrinksToADivisorFirst() {
    assertThat(adapt(28, 4, 1, 16)).containsExactly(2L, 1L, 14L);
  }

  /** 13 has no divisor near 8. */
  @Test
  void aFactorWithoutADivisorNearItKeepsItsSize() {
    assertThat(adapt(13, 2, 1, 8)).containsExactly(2L, 1L, 8L);
  }

  @Test
  void aFactorIsNeverLargerThanTheLoop() {
    assertThat(adapt(5, 3, 2, 64)).containsExactly(1L, 1L, 5L);
  }

  private static List<Long> adapt(long extent, long... factors) {
    List<Long> given = Arrays.stream(factors).boxed().toList();
    return FactorAdaption.adapt(
        new OpenSplit(0, "stage", "i", extent, factors.length, OpenSplit.Role.SPATIAL_TILE), given);
  }
}
