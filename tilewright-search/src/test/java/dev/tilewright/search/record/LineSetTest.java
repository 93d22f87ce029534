package dev.tilewright.search.record;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LineSetTest {
  @Test
  void takesEveryLineOnce() {
    LineSet lines = new LineSet();
    for (int pass = 0; pass < 2; pass++) {
      for (int i = 0; i < 10_000; i++) {
        assertThat(lines.add("line " + i)).as("line %d", i).isEqualTo(pass == 0);
      }
    }
  }
}
