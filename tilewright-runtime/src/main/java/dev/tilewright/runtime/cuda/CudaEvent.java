package dev.tilewright.runtime.cuda;

import java.lang.foreign.MemorySegment;

/** A point in the work of a stream, and when the device came to it. */
public final class CudaEvent extends CudaResource {
  private static final double NANOS_PER_MILLI = 1e6;

  private final MemorySegment handle;

  CudaEvent(CudaDevice device, MemorySegment handle) {
    super(device);
    this.handle = handle;
  }

  /**
   * Waits until it has happened.
   *
   * @throws dev.tilewright.runtime.DeviceException if work before it failed
   */
  public void synchronize() {
    requireOpen();
    device().makeCurrent();
    device().driver().synchronizeEvent(handle);
  }

  /** Nanoseconds from an earlier event to this one, both of which have happened. */
  public double nanosSince(CudaEvent start) {
    requireOpen();
    device().makeCurrent();
    return device().driver().elapsedMillis(start.handle(), handle) * NANOS_PER_MILLI;
  }

  MemorySegment handle() {
    requireOpen();
    return handle;
  }

  @Override
  void release() {
    device().driver().destroyEvent(handle);
  }

  @Override
  public String toString() {
    return "CUDA event";
  }
}
