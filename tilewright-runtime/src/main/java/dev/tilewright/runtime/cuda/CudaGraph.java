package dev.tilewright.runtime.cuda;

import java.lang.foreign.MemorySegment;

/** Work that is queued as a whole, at much less cost than piece by piece. */
public final class CudaGraph extends CudaResource {
  private final MemorySegment handle;

  CudaGraph(CudaDevice device, MemorySegment handle) {
    super(device);
    this.handle = handle;
  }

  MemorySegment handle() {
    requireOpen();
    return handle;
  }

  @Override
  void release() {
    device().driver().destroyExecutable(handle);
  }

  @Override
  public String toString() {
    return "CUDA graph";
  }
}
