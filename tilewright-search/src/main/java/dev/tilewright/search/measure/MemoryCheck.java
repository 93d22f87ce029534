package dev.tilewright.search.measure;

import dev.tilewright.base.EnvironmentException;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.te.ComputeDag;
import dev.tilewright.core.te.Operation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/** Refuses what would make the system kill processes for lack of memory. */
final class MemoryCheck {
  private static final Path MEMORY = Path.of("/proc/meminfo");
  private static final String LABEL = "MemAvailable:";
  private static final long BYTES_A_KIB = 1024;

  private MemoryCheck() {}

  /**
   * @throws EnvironmentException if the tensors of a task, with the reference, do not fit
   */
  static void require(ComputeDag dag) {
    long needed = 0;
    for (Operation operation : dag.operations()) {
      needed += operation.outputs().stream().mapToLong(Buffer::bytes).sum();
    }
    needed += 2 * dag.outputs().stream().mapToLong(Buffer::bytes).sum();
    OptionalLong available = available();
    if (available.isPresent() && needed > available.getAsLong()) {
      throw new EnvironmentException(
          "memory: the task's tensors need %d MiB; only %d MiB are available"
              .formatted(needed >> 20, available.getAsLong() >> 20),
          new OutOfMemoryError("native memory"));
    }
  }

  /** Bytes that programs can get without swapping; empty where the system does not say. */
  private static OptionalLong available() {
    try {
      return Files.readAllLines(MEMORY).stream()
          .filter(line -> line.startsWith(LABEL))
          .map(line -> line.replaceAll("\\D", ""))
          .mapToLong(kib -> Long.parseLong(kib) * BYTES_A_KIB)
          .findFirst();
    } catch (IOException notLinux) {
      return OptionalLong.empty();
    }
  }
}
