package dev.tilewright.runtime.ffi;

/** What the driver tells about a kernel, with the numbers of {@code CUfunction_attribute}. */
public enum CudaFunctionAttribute {
  MAX_THREADS_PER_BLOCK(0),
  STATIC_SHARED_BYTES(1),
  LOCAL_BYTES(3),
  REGISTERS(4),
  /** The only one here that can be set. */
  MAX_DYNAMIC_SHARED_BYTES(8);

  private final int number;

  CudaFunctionAttribute(int number) {
    this.number = number;
  }

  int number() {
    return number;
  }
}
