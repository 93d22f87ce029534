package dev.tilewright.search.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilewright.core.schedule.step.Split;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FastestRecordsTest {
  private static final int RECORDS = 3000;

  /** Many schedules measured again and again, so that what is fast once is slow later. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void findsWhatALookAtAllRecordsFinds(int seed) {
    Random random = new Random(seed);
    int schedules = 1 + random.nextInt(400);
    List<TuningRecord> records = new ArrayList<>();
    for (int i = 0; i < RECORDS; i++) {
      // The later, the slower: the fastest schedules of the beginning all lose their place.
      double slowness = seed % 2 == 0 ? 1 + i / 100 : 1;
      records.add(record(random.nextInt(schedules), slowness * (1 + random.nextInt(5000)), random));
    }
    for (int count : new int[] {1, 3, 50, 1000}) {
      int[] passes = {0};
      List<TuningRecord> found =
          FastestRecords.read(
                  (first, action) -> {
                    assertThat(first).isEqualTo(passes[0]++ == 0);
                    records.forEach(action);
                  },
                  count,
                  record -> Optional.of(record.threads()))
              .getOrDefault(1, List.of());
      assertThat(found).as("%d of seed %d", count, seed).isEqualTo(expected(records, count));
    }
  }

  private static List<TuningRecord> expected(List<TuningRecord> records, int count) {
    Map<Object, TuningRecord> last = new LinkedHashMap<>();
    records.forEach(record -> last.put(record.steps(), record));
    return last.values().stream()
        .filter(TuningRecord::isValid)
        .sorted(Comparator.comparingDouble(TuningRecord::cost).thenComparing(TuningRecord::time))
        .limit(count)
        .toList();
  }

  private static TuningRecord record(int schedule, double micros, Random random) {
    Outcome outcome =
        random.nextInt(10) == 0
            ? new Outcome.Failed(ErrorClass.RUN_CRASH, "SIGSEGV")
            : new Outcome.Measured(Costs.of(List.of(micros + random.nextDouble())));
    return new TuningRecord(
        new WorkloadKey("0".repeat(32)),
        "dense",
        "cpu",
        1,
        new WorkloadNames(List.of(List.of("x"), List.of("y", "i", "k"))),
        List.of(new Split("y", "k", List.of((long) schedule))),
        outcome,
        42,
        Instant.EPOCH,
        "0.1.0");
  }
}
