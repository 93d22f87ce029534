package dev.tilewright.bench;

import dev.tilewright.codegen.HostCpu;
import dev.tilewright.core.target.CpuTarget;
import dev.tilewright.search.limit.StreamingRead;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Prints the best rate of reading data of several sizes: half of each cache, the weights of a dense
 * layer of 2048 to 1000, and eight times the last cache. Argument: threads (default 1).
 */
public final class StreamingBench {
  private static final long DENSE_WEIGHTS = 2048L * 1000 * Float.BYTES;

  private StreamingBench() {}

  public static void main(String[] arguments) {
    CpuTarget target = HostCpu.detect(arguments.length == 0 ? 1 : Integer.parseInt(arguments[0]));
    IO.println("%s, %d threads".formatted(target.text(), target.threads()));
    sizes(target)
        .forEach(
            (name, bytes) -> {
              StreamingRead.Rate rate = StreamingRead.best(bytes, target);
              IO.println(
                  "%-12s %9d KiB: %6.1f GB/s by %d streams of %d vectors"
                      .formatted(
                          name,
                          bytes / 1024,
                          rate.gigabytes(),
                          rate.read().streams(),
                          rate.read().vectors()));
            });
  }

  /** Private caches are one a thread. */
  private static Map<String, Long> sizes(CpuTarget target) {
    Map<String, Long> sizes = new LinkedHashMap<>();
    sizes.put("half of L1", target.threads() * target.l1Bytes() / 2);
    sizes.put("half of L2", target.threads() * target.l2Bytes() / 2);
    sizes.put("dense", DENSE_WEIGHTS);
    sizes.put("half of L3", target.l3Bytes() / 2);
    sizes.put("memory", 8 * target.l3Bytes());
    return sizes;
  }
}
