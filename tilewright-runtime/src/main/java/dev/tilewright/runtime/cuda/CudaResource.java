package dev.tilewright.runtime.cuda;

import dev.tilewright.runtime.DeviceException;

/**
 * Something that was made on a device and occupies it until closed. Closing twice is no error, and
 * using it after that is refused before the driver sees it.
 */
public abstract sealed class CudaResource implements AutoCloseable
    permits CudaModule, CudaStream, CudaEvent, CudaGraph, DeviceMemory, PinnedMemory {
  private final CudaDevice device;
  private boolean closed;

  CudaResource(CudaDevice device) {
    this.device = device;
    device.adopt(this);
  }

  /** The owner. */
  public final CudaDevice device() {
    return device;
  }

  /** Gives it back to the driver, which is current. */
  abstract void release();

  /** Refuses further use after it was closed. */
  final synchronized void requireOpen() {
    if (closed) {
      throw new IllegalStateException("%s: it is closed; expected use before that".formatted(this));
    }
  }

  @Override
  public final void close() {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
    }
    device.disown(this);
    try {
      device.makeCurrent();
      release();
    } catch (DeviceException failure) {
      // Of a lost device nothing can be released, and its first error was already raised.
      if (!failure.isDeviceLost()) {
        throw failure;
      }
    }
  }
}
