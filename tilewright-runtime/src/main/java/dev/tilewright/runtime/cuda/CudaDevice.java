package dev.tilewright.runtime.cuda;

import dev.tilewright.runtime.DeviceException;
import dev.tilewright.runtime.ffi.CudaDriver;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A GPU that this process works on, through its primary context. It owns all streams, memory,
 * modules, events and graphs made on it, and closes what is left of them when it is closed.
 */
public final class CudaDevice implements AutoCloseable {
  private final CudaDriver driver;
  private final CudaDeviceInfo info;
  private final int handle;
  private final MemorySegment context;
  private final Set<CudaResource> resources = new LinkedHashSet<>();
  private boolean closed;

  private CudaDevice(CudaDriver driver, CudaDeviceInfo info, int handle, MemorySegment context) {
    this.driver = driver;
    this.info = info;
    this.handle = handle;
    this.context = context;
  }

  static CudaDevice open(CudaDriver driver, CudaDeviceInfo info) {
    int handle = driver.device(info.ordinal());
    return new CudaDevice(driver, info, handle, driver.retainPrimaryContext(handle));
  }

  public CudaDeviceInfo info() {
    return info;
  }

  /**
   * Compiles PTX for this device.
   *
   * @param name for messages
   * @throws DeviceException with the log of the driver's assembler if the text is not valid or asks
   *     for more than the device has
   */
  public CudaModule loadPtx(String name, String ptx) {
    byte[] text = (ptx + '\0').getBytes(StandardCharsets.US_ASCII);
    return CudaModule.load(this, name, text);
  }

  /**
   * Loads machine code, a cubin.
   *
   * @param name for messages
   * @throws DeviceException if it is not one for this device
   */
  public CudaModule loadCubin(String name, byte[] cubin) {
    return CudaModule.load(this, name, cubin);
  }

  /** A new queue, which does not wait for others. */
  public CudaStream createStream() {
    makeCurrent();
    return new CudaStream(this, driver.createStream());
  }

  /** A point in a stream to wait for and to take the time at. */
  public CudaEvent createEvent() {
    makeCurrent();
    return new CudaEvent(this, driver.createEvent());
  }

  /**
   * Memory of the device, with undefined contents and aligned to at least 256 bytes.
   *
   * @param bytes may be 0
   * @throws DeviceException if the device does not have that much
   */
  public DeviceMemory allocate(long bytes) {
    makeCurrent();
    // The driver refuses 0 bytes, which tensors may have.
    return new DeviceMemory(this, driver.allocate(Math.max(bytes, 1)), bytes);
  }

  /**
   * Memory of the host that copies to and from the device are fastest with.
   *
   * @param bytes may be 0
   * @throws DeviceException if the machine does not have that much
   */
  public PinnedMemory allocatePinned(long bytes) {
    makeCurrent();
    return new PinnedMemory(this, driver.allocatePinned(Math.max(bytes, 1)), bytes);
  }

  /** Bytes of the device's memory that no process uses. */
  public long freeBytes() {
    makeCurrent();
    return driver.freeBytes();
  }

  /** Closes everything made on this device and gives it back. */
  @Override
  public void close() {
    List<CudaResource> left;
    synchronized (this) {
      if (closed) {
        return;
      }
      left = new ArrayList<>(resources);
    }
    left.reversed().forEach(CudaResource::close);
    synchronized (this) {
      closed = true;
    }
    try {
      driver.releasePrimaryContext(handle);
    } catch (DeviceException failure) {
      if (!failure.isDeviceLost()) {
        throw failure;
      }
    }
  }

  CudaDriver driver() {
    return driver;
  }

  /** Calls of this thread work on this device from now on. */
  synchronized void makeCurrent() {
    if (closed) {
      throw new IllegalStateException(
          "CUDA device %d: it is closed; expected use before that".formatted(info.ordinal()));
    }
    driver.setCurrent(context);
  }

  synchronized void adopt(CudaResource resource) {
    resources.add(resource);
  }

  synchronized void disown(CudaResource resource) {
    resources.remove(resource);
  }

  @Override
  public String toString() {
    return "CUDA device %d, %s".formatted(info.ordinal(), info.name());
  }
}
