package dev.tilewright.search.limit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilewright.codegen.HostCpu;
import dev.tilewright.search.TestDags;
import org.junit.jupiter.api.Test;

class MachineLimitsTest {
  private final MachineLimits limits = new MachineLimits(HostCpu.detect(1));

  /** The first is bound by arithmetic, the second by reading its operands. */
  @Test
  void aHundredTimesTheWorkTakesLonger() {
    assertThat(least(1024, 64, 64)).isLessThan(least(1024, 640, 640));
    assertThat(least(1, 64, 64)).isPositive().isLessThan(least(1, 640, 640));
  }

  @Test
  void aRateIsMeasuredOnce() {
    assertThat(least(64, 64, 64)).isEqualTo(least(64, 64, 64));
  }

  private double least(long rows, long inner, long outputs) {
    return limits.leastMicros(TestDags.dense(rows, inner, outputs)).orElseThrow();
  }
}
