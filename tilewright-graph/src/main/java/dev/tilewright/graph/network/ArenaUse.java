package dev.tilewright.graph.network;

import dev.tilewright.runtime.plan.PlanBuffer;
import dev.tilewright.runtime.plan.Storage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Which buffers of a plan live in its arena, and when. */
final class ArenaUse {
  private final Map<Integer, Lifetime> lifetimes = new LinkedHashMap<>();

  /** A buffer that is filled in a step. */
  void start(int buffer, long bytes, int step) {
    lifetimes.put(buffer, new Lifetime(bytes, step, step));
  }

  /** Keeps a buffer until a later step; buffers outside of the arena are kept anyway. */
  void extend(int buffer, int step) {
    lifetimes.computeIfPresent(
        buffer, (key, known) -> new Lifetime(known.bytes(), known.first(), step));
  }

  /** The buffers with their places, and the size of the arena in bytes. */
  Placed place(List<PlanBuffer> buffers) {
    List<Integer> numbers = List.copyOf(lifetimes.keySet());
    ArenaLayout layout = ArenaLayout.of(List.copyOf(lifetimes.values()));
    List<PlanBuffer> placed = new ArrayList<>(buffers);
    for (int i = 0; i < numbers.size(); i++) {
      PlanBuffer buffer = buffers.get(numbers.get(i));
      Storage storage = new Storage.Arena(layout.offsets().get(i));
      placed.set(
          numbers.get(i), new PlanBuffer(buffer.name(), buffer.dtype(), buffer.shape(), storage));
    }
    return new Placed(placed, layout.bytes());
  }

  /** All buffers of a plan and the size of its arena. */
  record Placed(List<PlanBuffer> buffers, long bytes) {}
}
