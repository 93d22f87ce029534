package dev.tilewright.runtime.cuda;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Loaded machine code: kernels by name. */
public final class CudaModule extends CudaResource {
  private final String name;
  private final MemorySegment handle;

  private CudaModule(CudaDevice device, String name, MemorySegment handle) {
    super(device);
    this.name = name;
    this.handle = handle;
  }

  static CudaModule load(CudaDevice device, String name, byte[] image) {
    device.makeCurrent();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment copy = arena.allocate(image.length, Long.BYTES);
      MemorySegment.copy(image, 0, copy, ValueLayout.JAVA_BYTE, 0, image.length);
      return new CudaModule(device, name, device.driver().loadModule(copy, name));
    }
  }

  /**
   * A kernel of this module.
   *
   * @throws dev.tilewright.runtime.DeviceException if it has none of that name
   */
  public CudaFunction function(String kernel) {
    requireOpen();
    device().makeCurrent();
    return CudaFunction.of(this, kernel, device().driver().function(handle, kernel));
  }

  @Override
  void release() {
    device().driver().unloadModule(handle);
  }

  @Override
  public String toString() {
    return "CUDA module " + name;
  }
}
