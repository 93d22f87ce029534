package dev.tilewright.runtime.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ThreadPoolTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5})
  void runsEveryChunkOnceWhateverTheNumberOfThreads(int threads) {
    try (ThreadPool pool = ThreadPool.create(threads)) {
      for (int chunks : List.of(0, 1, 2, 3, 7, 64, 1000)) {
        AtomicIntegerArray runs = new AtomicIntegerArray(chunks);
        pool.run(countInto(runs), chunks);
        assertThat(Arrays.stream(new int[chunks]).map(any -> 1).toArray())
            .as("%d chunks", chunks)
            .isEqualTo(toArray(runs));
      }
    }
  }

  @Test
  void resultsAreVisibleAfterManyShortRuns() {
    try (ThreadPool pool = ThreadPool.create(3)) {
      long[] values = new long[9];
      int rounds = 20_000;
      pool.call(
          () -> {
            for (int round = 0; round < rounds; round++) {
              pool.run((begin, end) -> increment(values, begin, end), values.length);
            }
            return values;
          });
      assertThat(values).containsOnly(rounds);
    }
  }

  @Test
  void throwsTheFailureOfAChunkAndStaysUsable() {
    try (ThreadPool pool = ThreadPool.create(2)) {
      ChunkTask failing =
          (begin, end) -> {
            throw new IllegalArgumentException("chunk " + begin);
          };
      assertThatThrownBy(() -> pool.run(failing, 10))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("chunk ");
      AtomicIntegerArray runs = new AtomicIntegerArray(10);
      pool.run(countInto(runs), 10);
      assertThat(toArray(runs)).containsOnly(1);
    }
  }

  @Test
  void aRunInsideAChunkIsExecutedByTheThreadThatAsks() {
    try (ThreadPool pool = ThreadPool.create(2)) {
      AtomicLong inner = new AtomicLong();
      pool.run(
          (begin, end) -> {
            for (long chunk = begin; chunk < end; chunk++) {
              Thread outer = Thread.currentThread();
              pool.run(
                  (from, to) -> {
                    assertThat(Thread.currentThread()).isSameAs(outer);
                    inner.addAndGet(to - from);
                  },
                  5);
            }
          },
          8);
      assertThat(inner).hasValue(40);
    }
  }

  @Test
  void callersFromSeveralThreadsDoNotMixTheirWork() throws InterruptedException {
    try (ThreadPool pool = ThreadPool.create(2)) {
      List<AtomicIntegerArray> results = new ArrayList<>();
      List<Thread> callers = new ArrayList<>();
      for (int caller = 0; caller < 4; caller++) {
        AtomicIntegerArray runs = new AtomicIntegerArray(100);
        results.add(runs);
        callers.add(Thread.ofPlatform().start(() -> pool.run(countInto(runs), 100)));
      }
      for (Thread caller : callers) {
        caller.join();
      }
      assertThat(results).allSatisfy(runs -> assertThat(toArray(runs)).containsOnly(1));
    }
  }

  @Test
  void aClosedPoolRefusesWork() {
    ThreadPool pool = ThreadPool.create(2);
    pool.close();
    assertThatThrownBy(() -> pool.run((begin, end) -> {}, 1))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("closed");
  }

  @Test
  void anInterruptWaitsForTheWorkAndIsKept() {
    try (ThreadPool pool = ThreadPool.create(2)) {
      AtomicBoolean done = new AtomicBoolean();
      Thread.currentThread().interrupt();
      pool.run((begin, end) -> done.set(true), 1);
      assertThat(Thread.interrupted()).isTrue();
      assertThat(done).isTrue();
    }
  }

  @Test
  void pinnedThreadsRunToo() {
    try (ThreadPool pool = ThreadPool.create(2, Pinning.ONE_PROCESSOR_EACH)) {
      AtomicIntegerArray runs = new AtomicIntegerArray(50);
      pool.run(countInto(runs), 50);
      assertThat(toArray(runs)).containsOnly(1);
    }
  }

  @Test
  void refusesAPoolWithoutThreads() {
    assertThatThrownBy(() -> ThreadPool.create(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected 1 or more");
  }

  private static ChunkTask countInto(AtomicIntegerArray runs) {
    return (begin, end) -> {
      for (long chunk = begin; chunk < end; chunk++) {
        runs.incrementAndGet((int) chunk);
      }
    };
  }

  private static void increment(long[] values, long begin, long end) {
    for (long chunk = begin; chunk < end; chunk++) {
      values[(int) chunk]++;
    }
  }

  private static int[] toArray(AtomicIntegerArray runs) {
    int[] values = new int[runs.length()];
    for (int i = 0; i < values.length; i++) {
      values[i] = runs.get(i);
    }
    return values;
  }
}
