package dev.tilewright.runtime.cuda;

import dev.tilewright.base.UserException;
import dev.tilewright.runtime.LaunchDimensions;
import dev.tilewright.runtime.ffi.CudaDriver;
import dev.tilewright.runtime.ffi.CudaFunctionAttribute;
import java.lang.foreign.MemorySegment;

/** A kernel, usable as long as its module is open. */
public final class CudaFunction {
  private final CudaModule module;
  private final String name;
  private final MemorySegment handle;
  private final Resources resources;

  private CudaFunction(CudaModule module, String name, MemorySegment handle, Resources resources) {
    this.module = module;
    this.name = name;
    this.handle = handle;
    this.resources = resources;
  }

  /**
   * What the compiled kernel needs.
   *
   * @param registers of each thread
   * @param localBytes of each thread: spilled registers and arrays that are not in registers
   * @param staticSharedBytes of each block
   * @param maxThreadsPerBlock with these registers
   */
  public record Resources(
      int registers, int localBytes, int staticSharedBytes, int maxThreadsPerBlock) {}

  static CudaFunction of(CudaModule module, String name, MemorySegment handle) {
    CudaDriver driver = module.device().driver();
    return new CudaFunction(
        module,
        name,
        handle,
        new Resources(
            driver.attribute(handle, CudaFunctionAttribute.REGISTERS),
            driver.attribute(handle, CudaFunctionAttribute.LOCAL_BYTES),
            driver.attribute(handle, CudaFunctionAttribute.STATIC_SHARED_BYTES),
            driver.attribute(handle, CudaFunctionAttribute.MAX_THREADS_PER_BLOCK)));
  }

  public String name() {
    return name;
  }

  public CudaModule module() {
    return module;
  }

  public Resources resources() {
    return resources;
  }

  /**
   * Lets blocks have dynamic shared memory beyond what every kernel gets without asking.
   *
   * @throws UserException if the device does not have that much for a block
   */
  public void allowDynamicSharedBytes(int bytes) {
    module.requireOpen();
    int most =
        module.device().info().limits().sharedBytesPerBlockOptIn() - resources.staticSharedBytes();
    if (bytes > most) {
      throw new UserException(
          "kernel %s: it asks for %d bytes of shared memory; expected at most %d"
              .formatted(name, bytes, most));
    }
    module.device().makeCurrent();
    module.device().driver().setMaxDynamicSharedBytes(handle, bytes, name);
  }

  /** How many blocks of such a launch one multiprocessor holds at a time; 0 if not even one. */
  public int blocksPerMultiprocessor(LaunchDimensions dimensions) {
    module.requireOpen();
    module.device().makeCurrent();
    return module
        .device()
        .driver()
        .maxActiveBlocks(
            handle, Math.toIntExact(dimensions.block().count()), dimensions.sharedBytes());
  }

  MemorySegment handle() {
    module.requireOpen();
    return handle;
  }

  @Override
  public String toString() {
    return "kernel " + name;
  }
}
