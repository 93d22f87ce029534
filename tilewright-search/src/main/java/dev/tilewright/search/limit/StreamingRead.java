package dev.tilewright.search.limit;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Combiner;
import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.step.Annotate;
import dev.tilewright.core.schedule.step.CacheWrite;
import dev.tilewright.core.schedule.step.ComputeAt;
import dev.tilewright.core.schedule.step.Reorder;
import dev.tilewright.core.schedule.step.Step;
import dev.tilewright.core.target.CpuTarget;
import dev.tilewright.core.te.DagBuilder;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Reads an array of float32 once and adds it up, {@code sums[t, s, v] = sum over r of data[t, s, r,
 * v]}: the bar for work that is bound by reading its operands, such as a dense layer on one row. It
 * is read at several places at once, in pieces of some vector registers, each with its own sum in a
 * register, so that the latency of additions does not show.
 *
 * @param streams places that are read in turn
 * @param vectors registers that are read at each place
 */
public record StreamingRead(int streams, int vectors) {
  private static final Duration LONG = Duration.ofMillis(300);
  private static final int ADDITIONS_IN_FLIGHT = 8;
  private static final int MOST_SUMS = 24;
  private static final int CHUNKS_A_THREAD = 2;

  /** All that have enough sums and leave registers over. */
  public static final List<StreamingRead> CANDIDATES =
      IntStream.of(1, 2, 4, 8)
          .boxed()
          .flatMap(
              streams -> Stream.of(1, 2, 4, 8).map(vectors -> new StreamingRead(streams, vectors)))
          .filter(read -> read.sums() >= ADDITIONS_IN_FLIGHT && read.sums() <= MOST_SUMS)
          .toList();

  /**
   * A measured rate.
   *
   * @param gigabytes 10⁹ bytes a second on all threads together
   */
  public record Rate(StreamingRead read, double gigabytes) {}

  /** The best rate of all candidates on about so many bytes. */
  public static Rate best(long bytes, CpuTarget target) {
    return best(bytes, target, LONG);
  }

  /** The same, measured for some time each. */
  static Rate best(long bytes, CpuTarget target, Duration time) {
    return CANDIDATES.stream()
        .map(read -> read.rate(bytes, target, time))
        .max(Comparator.comparingDouble(Rate::gigabytes))
        .orElseThrow();
  }

  private int sums() {
    return streams * vectors;
  }

  private Rate rate(long bytes, CpuTarget target, Duration time) {
    long width = (long) vectors * target.lanes(Float.SIZE);
    long chunks = (long) CHUNKS_A_THREAD * target.threads();
    long rows = Math.max(1, bytes / (chunks * streams * width * Float.BYTES));
    double nanos = FastestRun.nanos(schedule(chunks, rows, width), target, time);
    return new Rate(this, chunks * streams * rows * width * Float.BYTES / nanos);
  }

  /** The program for some chunks of {@code streams} times rows of some elements. */
  ScheduleState schedule(long chunks, long rows, long width) {
    DagBuilder te = new DagBuilder();
    Buffer data = te.placeholder("data", DType.FLOAT32, chunks, streams, rows, width);
    Buffer sums =
        te.reduce(
            "sums",
            List.of("t", "s", "v"),
            Shape.of(chunks, streams, width),
            List.of("r"),
            Shape.of(rows),
            Combiner.sum(DType.FLOAT32),
            (at, r) -> data.at(at[0], at[1], r[0], at[2]));
    return HandSchedule.of(te.build(sums), steps());
  }

  private static List<Step> steps() {
    String local = "sums_local";
    return List.of(
        new CacheWrite("sums", Buffer.Scope.LOCAL),
        new ComputeAt(local, "sums", "t"),
        new Reorder(local, List.of("t", "r", "s", "v")),
        new Annotate(local, "s", ForKind.UNROLLED),
        new Annotate(local, "v", ForKind.VECTORIZED),
        new Annotate("sums", "s", ForKind.UNROLLED),
        new Annotate("sums", "v", ForKind.VECTORIZED),
        new Annotate("sums", "t", ForKind.PARALLEL));
  }
}
