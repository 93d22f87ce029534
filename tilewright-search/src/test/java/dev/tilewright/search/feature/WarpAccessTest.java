package dev.tilewright.search.feature;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Thirty-two threads at equal distances; the numbers are counted by hand. */
class WarpAccessTest {
  @ParameterizedTest
  @CsvSource({
    // bytes between threads, bytes of each, sectors, passes
    "0,   4,  1,  1",
    "4,   4,  4,  1",
    "8,   4,  8,  2",
    "16, 16, 16,  4",
    "32, 16, 32,  8",
    "128, 4, 32, 32",
    "132, 4, 32,  1",
    "2,   2,  2,  1",
    "0,  16,  1,  4"
  })
  void countsSectorsAndPasses(long distance, long bytes, int sectors, int passes) {
    WarpAccess access =
        new WarpAccess(LongStream.range(0, 32).map(i -> i * distance).toArray(), bytes);
    assertThat(access.sectors()).isEqualTo(sectors);
    assertThat(access.passes()).isEqualTo(passes);
  }
}
