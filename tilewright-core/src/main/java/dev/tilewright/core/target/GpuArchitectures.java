package dev.tilewright.core.target;

import dev.tilewright.base.UserException;
import java.util.Map;
import java.util.TreeMap;

/**
 * Typical devices of NVIDIA's architectures, for programs that are compiled where there is none:
 * limits by the table of technical specifications per compute capability in the CUDA C++
 * programming guide, sizes by NVIDIA's white papers.
 */
public final class GpuArchitectures {
  private static final int WARP = 32;
  private static final int MAX_THREADS = 1024;
  private static final int REGISTERS = 65536;
  private static final int REGISTERS_A_THREAD = 255;
  private static final long SHARED_BYTES_A_BLOCK = 48 << 10;

  /**
   * What differs.
   *
   * @param sharedKibibytes of a multiprocessor
   * @param threads resident on a multiprocessor
   */
  private record Facts(int multiprocessors, long sharedKibibytes, int threads, long l2Mebibytes) {}

  /** V100, T4, A100, A10, L40 and H200. */
  private static final Map<String, Facts> FACTS =
      Map.of(
          "sm_70", new Facts(80, 96, 2048, 6),
          "sm_75", new Facts(40, 64, 1024, 4),
          "sm_80", new Facts(108, 164, 2048, 40),
          "sm_86", new Facts(72, 100, 1536, 6),
          "sm_89", new Facts(142, 100, 1536, 96),
          "sm_90", new Facts(132, 228, 2048, 60));

  private GpuArchitectures() {}

  /**
   * A device of an architecture. Its bytes of shared memory are those that a kernel may have
   * without asking the driver for more.
   *
   * @throws UserException if the architecture is not known
   */
  public static GpuTarget typical(String arch) {
    Facts facts = FACTS.get(arch);
    if (facts == null) {
      throw new UserException(
          "GPU architecture '%s': expected one of %s"
              .formatted(arch, String.join(", ", new TreeMap<>(FACTS).keySet())));
    }
    return new GpuTarget(
        arch,
        facts.multiprocessors(),
        WARP,
        MAX_THREADS,
        SHARED_BYTES_A_BLOCK,
        facts.sharedKibibytes() << 10,
        REGISTERS,
        REGISTERS_A_THREAD,
        facts.threads(),
        facts.l2Mebibytes() << 20);
  }
}
