package dev.tilewright.graph.network;

import dev.tilewright.runtime.Tensor;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Where buffers lie in one arena such that buffers that hold data at the same time do not overlap:
 * largest first, each at the lowest offset that is free during its lifetime (Pisarchyk and Lee,
 * "Efficient Memory Management for Deep Neural Net Inference", MLSys 2020, greedy by size).
 *
 * @param offsets one a buffer, multiples of {@link Tensor#ALIGNMENT}
 * @param bytes size of the arena
 */
record ArenaLayout(List<Long> offsets, long bytes) {
  static ArenaLayout of(List<Lifetime> lifetimes) {
    long[] offsets = new long[lifetimes.size()];
    List<Integer> placed = new ArrayList<>();
    long bytes = 0;
    for (int buffer : bySize(lifetimes)) {
      offsets[buffer] = lowestFree(buffer, lifetimes, placed, offsets);
      placed.add(buffer);
      placed.sort(Comparator.comparingLong(other -> offsets[other]));
      bytes = Math.max(bytes, offsets[buffer] + lifetimes.get(buffer).bytes());
    }
    return new ArenaLayout(
        IntStream.range(0, offsets.length).mapToObj(b -> offsets[b]).toList(), bytes);
  }

  private static List<Integer> bySize(List<Lifetime> lifetimes) {
    return IntStream.range(0, lifetimes.size())
        .boxed()
        .sorted(Comparator.comparingLong(buffer -> -lifetimes.get(buffer).bytes()))
        .toList();
  }

  /** Walks the placed buffers that are alive at the same time by offset, to the first gap. */
  private static long lowestFree(
      int buffer, List<Lifetime> lifetimes, List<Integer> placed, long[] offsets) {
    long candidate = 0;
    for (int other : placed) {
      Lifetime lifetime = lifetimes.get(other);
      if (lifetime.overlaps(lifetimes.get(buffer))
          && offsets[other] < candidate + lifetimes.get(buffer).bytes()) {
        candidate = Math.max(candidate, aligned(offsets[other] + lifetime.bytes()));
      }
    }
    return candidate;
  }

  private static long aligned(long offset) {
    return Math.ceilDiv(offset, (long) Tensor.ALIGNMENT) * Tensor.ALIGNMENT;
  }
}
