package dev.tilewright.runtime.cuda;

/** Memory of a device. */
public final class DeviceMemory extends CudaResource {
  private final long address;
  private final long bytes;

  DeviceMemory(CudaDevice device, long address, long bytes) {
    super(device);
    this.address = address;
    this.bytes = bytes;
  }

  /** Where it starts, in the address space of the device. */
  public long address() {
    requireOpen();
    return address;
  }

  public long bytes() {
    return bytes;
  }

  void requireRange(long offset, long length) {
    if (offset < 0 || length > bytes || offset > bytes - length) {
      throw new IndexOutOfBoundsException(
          "%s: access to %d bytes at offset %d; expected to stay inside"
              .formatted(this, length, offset));
    }
  }

  @Override
  void release() {
    device().driver().free(address);
  }

  @Override
  public String toString() {
    return "device memory of %d bytes".formatted(bytes);
  }
}
