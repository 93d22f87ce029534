package dev.tilewright.search.evolve;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class RegisterTileTest {
  private final RegisterTile tile = new RegisterTile(Workloads.cpu(), 32, true);

  @Test
  void rowsDivideALoopThatHasGoodDivisors() {
    assertThat(rows(56, 14)).containsExactly(1L, 2L, 4L, 7L, 8L, 14L);
    assertThat(rows(49, 14)).containsExactly(1L, 7L);
  }

  @Test
  void rowsOfAPrimeLoopAreAnyNumber() {
    assertThat(rows(17, 6)).containsExactly(1L, 2L, 3L, 4L, 5L, 6L);
    assertThat(rows(1009, 6)).containsExactly(1L, 2L, 3L, 4L, 5L, 6L);
  }

  @Test
  void aPrimeLoopThatFitsIsOneTile() {
    assertThat(rows(7, 14)).containsExactly(1L, 7L);
  }

  @Test
  void anEmptyLoopHasOneRow() {
    assertThat(rows(0, 14)).containsExactly(1L);
  }

  private Set<Long> rows(long extent, long limit) {
    Random random = new Random(5);
    Set<Long> drawn = new TreeSet<>();
    for (int i = 0; i < 2000; i++) {
      drawn.add(tile.drawRows(extent, limit, random));
    }
    return drawn;
  }
}
