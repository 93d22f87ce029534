package dev.tilewright.runtime.cuda;

import java.lang.foreign.MemorySegment;

/** Memory of the host that stays in place, so that the device can copy from and to it directly. */
public final class PinnedMemory extends CudaResource {
  private final MemorySegment base;
  private final long bytes;

  PinnedMemory(CudaDevice device, MemorySegment base, long bytes) {
    super(device);
    this.base = base;
    this.bytes = bytes;
  }

  /** The memory; not to be used once this is closed, which nothing checks. */
  public MemorySegment segment() {
    requireOpen();
    return base.asSlice(0, bytes);
  }

  public long bytes() {
    return bytes;
  }

  @Override
  void release() {
    device().driver().freePinned(base);
  }

  @Override
  public String toString() {
    return "pinned memory of %d bytes".formatted(bytes);
  }
}
