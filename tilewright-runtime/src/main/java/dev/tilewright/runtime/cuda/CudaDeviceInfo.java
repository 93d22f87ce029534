package dev.tilewright.runtime.cuda;

import dev.tilewright.runtime.ffi.CudaDeviceAttribute;
import dev.tilewright.runtime.ffi.CudaDriver;

/**
 * A GPU and its limits, as the driver tells them.
 *
 * @param ordinal its position among the devices that this process sees
 * @param computeMajor with {@code computeMinor} the compute capability, 9 and 0 for Hopper
 * @param memoryBytes all of its memory
 * @param driverVersion the CUDA version that the driver implements, such as {@code 13.0}
 * @param limits what a kernel may use
 */
public record CudaDeviceInfo(
    int ordinal,
    String name,
    int computeMajor,
    int computeMinor,
    long memoryBytes,
    String driverVersion,
    Limits limits) {
  /**
   * What kernels may use, and what there is of it.
   *
   * @param sharedBytesPerBlock what every kernel may use
   * @param sharedBytesPerBlockOptIn what a kernel may use that asks for it
   * @param reservedSharedBytesPerBlock what the driver takes of a multiprocessor's shared memory
   *     for each block
   * @param l2Bytes of the cache that all multiprocessors share
   * @param clockKhz of the multiprocessors at their fastest
   * @param memoryBytesPerSecond peak of the memory; 0 where the driver does not tell its clock
   */
  public record Limits(
      int multiprocessors,
      int warpSize,
      int maxThreadsPerBlock,
      int maxThreadsPerMultiprocessor,
      int maxBlocksPerMultiprocessor,
      int registersPerBlock,
      int registersPerMultiprocessor,
      int sharedBytesPerBlock,
      int sharedBytesPerBlockOptIn,
      int sharedBytesPerMultiprocessor,
      int reservedSharedBytesPerBlock,
      int maxGridX,
      int maxGridY,
      int maxGridZ,
      int l2Bytes,
      int clockKhz,
      long memoryBytesPerSecond) {}

  static CudaDeviceInfo read(CudaDriver driver, int ordinal) {
    int device = driver.device(ordinal);
    int version = driver.version();
    return new CudaDeviceInfo(
        ordinal,
        driver.deviceName(device),
        driver.attribute(device, CudaDeviceAttribute.COMPUTE_MAJOR),
        driver.attribute(device, CudaDeviceAttribute.COMPUTE_MINOR),
        driver.deviceMemoryBytes(device),
        "%d.%d".formatted(version / 1000, version % 1000 / 10),
        limits(driver, device));
  }

  private static Limits limits(CudaDriver driver, int device) {
    return new Limits(
        driver.attribute(device, CudaDeviceAttribute.MULTIPROCESSORS),
        driver.attribute(device, CudaDeviceAttribute.WARP_SIZE),
        driver.attribute(device, CudaDeviceAttribute.MAX_THREADS_PER_BLOCK),
        driver.attribute(device, CudaDeviceAttribute.MAX_THREADS_PER_MULTIPROCESSOR),
        driver.attribute(device, CudaDeviceAttribute.MAX_BLOCKS_PER_MULTIPROCESSOR),
        driver.attribute(device, CudaDeviceAttribute.REGISTERS_PER_BLOCK),
        driver.attribute(device, CudaDeviceAttribute.REGISTERS_PER_MULTIPROCESSOR),
        driver.attribute(device, CudaDeviceAttribute.SHARED_BYTES_PER_BLOCK),
        driver.attribute(device, CudaDeviceAttribute.SHARED_BYTES_PER_BLOCK_OPT_IN),
        driver.attribute(device, CudaDeviceAttribute.SHARED_BYTES_PER_MULTIPROCESSOR),
        driver.attribute(device, CudaDeviceAttribute.RESERVED_SHARED_BYTES_PER_BLOCK),
        driver.attribute(device, CudaDeviceAttribute.MAX_GRID_X),
        driver.attribute(device, CudaDeviceAttribute.MAX_GRID_Y),
        driver.attribute(device, CudaDeviceAttribute.MAX_GRID_Z),
        driver.attribute(device, CudaDeviceAttribute.L2_BYTES),
        driver.attribute(device, CudaDeviceAttribute.CLOCK_KHZ),
        memoryRate(driver, device));
  }

  /** Two transfers a clock. */
  private static long memoryRate(CudaDriver driver, int device) {
    long clockKhz = driver.attribute(device, CudaDeviceAttribute.MEMORY_CLOCK_KHZ);
    long bits = driver.attribute(device, CudaDeviceAttribute.MEMORY_BUS_BITS);
    return 2 * clockKhz * 1000 * (bits / 8);
  }

  /** The architecture as LLVM and PTX name it, such as {@code sm_90}. */
  public String architecture() {
    return "sm_%d%d".formatted(computeMajor, computeMinor);
  }
}
