package dev.tilewright.runtime.ffi;

/** What the driver tells about a device, with the numbers of {@code CUdevice_attribute}. */
public enum CudaDeviceAttribute {
  MAX_THREADS_PER_BLOCK(1),
  MAX_GRID_X(5),
  MAX_GRID_Y(6),
  MAX_GRID_Z(7),
  SHARED_BYTES_PER_BLOCK(8),
  WARP_SIZE(10),
  REGISTERS_PER_BLOCK(12),
  CLOCK_KHZ(13),
  MULTIPROCESSORS(16),
  MEMORY_CLOCK_KHZ(36),
  MEMORY_BUS_BITS(37),
  L2_BYTES(38),
  MAX_THREADS_PER_MULTIPROCESSOR(39),
  COMPUTE_MAJOR(75),
  COMPUTE_MINOR(76),
  SHARED_BYTES_PER_MULTIPROCESSOR(81),
  REGISTERS_PER_MULTIPROCESSOR(82),
  SHARED_BYTES_PER_BLOCK_OPT_IN(97),
  MAX_BLOCKS_PER_MULTIPROCESSOR(106),
  RESERVED_SHARED_BYTES_PER_BLOCK(111);

  private final int number;

  CudaDeviceAttribute(int number) {
    this.number = number;
  }

  int number() {
    return number;
  }
}
