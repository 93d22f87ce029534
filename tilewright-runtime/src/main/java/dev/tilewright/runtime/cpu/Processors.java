package dev.tilewright.runtime.cpu;

import dev.tilewright.runtime.ffi.ThreadAffinity;
import java.util.List;
import java.util.Optional;

/** The processors that a pool's threads are bound to; without an affinity they are not bound. */
record Processors(Optional<ThreadAffinity> affinity, List<Integer> allowed) {
  static Processors of(Pinning pinning) {
    return switch (pinning) {
      case NONE -> new Processors(Optional.empty(), List.of());
      case ONE_PROCESSOR_EACH -> {
        Optional<ThreadAffinity> system = ThreadAffinity.ofSystem();
        yield new Processors(
            system, system.map(ThreadAffinity::allowedProcessors).orElse(List.of()));
      }
    };
  }

  /** Binds thread {@code index} of the pool; a system that refuses leaves it where it is. */
  void pinCallingThread(int index) {
    if (!allowed.isEmpty()) {
      affinity.ifPresent(calls -> calls.pinCallingThread(allowed.get(index % allowed.size())));
    }
  }
}
