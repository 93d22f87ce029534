package dev.tilewright.core.target;

import dev.tilewright.base.UserException;

/**
 * An NVIDIA GPU.
 *
 * @param arch the architecture that PTX is made for, such as {@code sm_90}
 * @param multiprocessors streaming multiprocessors (SMs) of the device
 * @param warpSize threads that execute in lockstep
 * @param maxThreadsPerBlock threads that one block may have
 * @param sharedBytesPerBlock shared memory that a kernel may declare for one block
 * @param sharedBytesPerMultiprocessor shared memory that the resident blocks of one SM divide
 * @param registersPerBlock 32-bit registers that the threads of one block may use together
 * @param registersPerThread 32-bit registers that one thread may use
 * @param maxThreadsPerMultiprocessor threads that one SM keeps resident
 * @param l2Bytes the cache that all SMs share
 */
public record GpuTarget(
    String arch,
    int multiprocessors,
    int warpSize,
    int maxThreadsPerBlock,
    long sharedBytesPerBlock,
    long sharedBytesPerMultiprocessor,
    int registersPerBlock,
    int registersPerThread,
    int maxThreadsPerMultiprocessor,
    long l2Bytes)
    implements Target {
  /** The bytes that one load or store instruction of a thread moves at most. */
  public static final int VECTOR_BYTES = 16;

  public GpuTarget {
    if (!arch.matches("sm_[0-9]+a?")) {
      throw new UserException(
          "GPU architecture '%s': expected sm_ and a number, such as sm_90".formatted(arch));
    }
    require("multiprocessors", multiprocessors);
    require("warpSize", warpSize);
    require("maxThreadsPerBlock", maxThreadsPerBlock);
    require("sharedBytesPerBlock", sharedBytesPerBlock);
    require("registersPerBlock", registersPerBlock);
    require("registersPerThread", registersPerThread);
  }

  /**
   * An H200 (Hopper) as its driver describes it; the bytes of shared memory are those that a kernel
   * may have without asking the driver for more.
   */
  public static GpuTarget h200() {
    return GpuArchitectures.typical("sm_90");
  }

  /** Elements of a type that one 16-byte access of a thread moves. */
  public int lanes(int elementBits) {
    return Math.max(1, VECTOR_BYTES * Byte.SIZE / elementBits);
  }

  @Override
  public String text() {
    return "cuda:arch=" + arch;
  }

  /** The one that launches the kernels. */
  @Override
  public int threads() {
    return 1;
  }

  private static void require(String fact, long value) {
    if (value < 1) {
      throw new UserException("GPU target: %s is %d; expected at least 1".formatted(fact, value));
    }
  }
}
