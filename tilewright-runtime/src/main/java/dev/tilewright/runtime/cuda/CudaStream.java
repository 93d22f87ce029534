package dev.tilewright.runtime.cuda;

import dev.tilewright.runtime.DeviceException;
import dev.tilewright.runtime.LaunchDimensions;
import dev.tilewright.runtime.ffi.CudaDriver;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;

/**
 * A queue of work for a device. What is queued runs in order; the calls return at once, and errors
 * of the work itself come out of {@link #synchronize()} or any later call.
 */
public final class CudaStream extends CudaResource {
  private final MemorySegment handle;

  CudaStream(CudaDevice device, MemorySegment handle) {
    super(device);
    this.handle = handle;
  }

  /**
   * Queues a kernel. The memory behind the arguments stays allocated until it has run.
   *
   * @throws DeviceException if the device cannot run it with these dimensions
   */
  public void launch(CudaFunction kernel, LaunchDimensions dimensions, KernelArguments arguments) {
    driver().launch(kernel.handle(), dimensions, handle, arguments.pointers(), kernel.name());
    Reference.reachabilityFence(arguments);
  }

  /** Queues a graph. */
  public void launch(CudaGraph graph) {
    driver().launchGraph(graph.handle(), handle);
  }

  /** Queues a copy to the device; the source keeps its contents until it is done. */
  public void copy(PinnedMemory source, DeviceMemory target) {
    requireSameSize(source.bytes(), target.bytes());
    driver().copyToDevice(target.address(), source.segment(), handle);
  }

  /** Queues a copy from the device; the target has the contents when it is done. */
  public void copy(DeviceMemory source, PinnedMemory target) {
    requireSameSize(source.bytes(), target.bytes());
    driver().copyToHost(target.segment(), source.address(), handle);
  }

  /** Queues a copy within the device. */
  public void copy(DeviceMemory source, DeviceMemory target) {
    requireSameSize(source.bytes(), target.bytes());
    driver().copyOnDevice(target.address(), source.address(), source.bytes(), handle);
  }

  /**
   * Copies any native memory to the device and waits for it.
   *
   * @param offset in the target, in bytes
   */
  public void upload(MemorySegment source, DeviceMemory target, long offset) {
    target.requireRange(offset, source.byteSize());
    driver().copyToDevice(target.address() + offset, source, handle);
    synchronize();
  }

  /**
   * Copies from the device to any native memory and waits for it.
   *
   * @param offset in the source, in bytes
   */
  public void download(DeviceMemory source, long offset, MemorySegment target) {
    source.requireRange(offset, target.byteSize());
    driver().copyToHost(target, source.address() + offset, handle);
    synchronize();
  }

  /** Queues setting every byte of the memory. */
  public void fill(DeviceMemory target, byte value) {
    driver().fill(target.address(), value, target.bytes(), handle);
  }

  /** Queues the event: it happens when all work queued before is done. */
  public void record(CudaEvent event) {
    driver().record(event.handle(), handle);
  }

  /** Work queued from now on waits for the event. */
  public void waitFor(CudaEvent event) {
    driver().waitFor(handle, event.handle());
  }

  /**
   * Waits until everything queued is done.
   *
   * @throws DeviceException if any of it failed
   */
  public void synchronize() {
    driver().synchronizeStream(handle);
  }

  /**
   * Makes a graph of the work that {@code queue} queues on this stream, which is not done now.
   * Copies with waiting in them cannot be part of it.
   *
   * @throws DeviceException if something in it cannot be part of a graph
   */
  public CudaGraph capture(Runnable queue) {
    CudaDriver driver = driver();
    driver.beginCapture(handle);
    MemorySegment graph;
    try {
      queue.run();
    } catch (RuntimeException | Error failure) {
      abandonCapture(driver, failure);
      throw failure;
    }
    graph = driver.endCapture(handle);
    try {
      return new CudaGraph(device(), driver.instantiate(graph));
    } finally {
      driver.destroyGraph(graph);
    }
  }

  /** A stream left in the middle of a capture could not be used again. */
  private void abandonCapture(CudaDriver driver, Throwable cause) {
    try {
      MemorySegment graph = driver.endCapture(handle);
      if (!graph.equals(MemorySegment.NULL)) {
        driver.destroyGraph(graph);
      }
    } catch (DeviceException invalidated) {
      cause.addSuppressed(invalidated);
    }
  }

  @Override
  void release() {
    device().driver().destroyStream(handle);
  }

  @Override
  public String toString() {
    return "CUDA stream";
  }

  private CudaDriver driver() {
    requireOpen();
    device().makeCurrent();
    return device().driver();
  }

  private static void requireSameSize(long source, long target) {
    if (source != target) {
      throw new IllegalArgumentException(
          "copy of %d bytes: the target has %d; expected as many".formatted(source, target));
    }
  }
}
