package dev.tilewright.runtime.ffi;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.tilewright.base.EnvironmentException;
import dev.tilewright.base.InternalException;
import dev.tilewright.runtime.DeviceException;
import dev.tilewright.runtime.LaunchDimensions;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * The functions of NVIDIA's driver (<a
 * href="https://docs.nvidia.com/cuda/cuda-driver-api/">reference</a>) that the runtime calls, one
 * typed method each. Every return code is checked. Handles are addresses, device memory is a
 * number; the classes of {@code runtime.cuda} own and release them. All but the functions about
 * devices work on the context that is current for the calling thread.
 */
public final class CudaDriver {
  private static final String LIBRARY = "libcuda.so.1";
  private static final int LOG_BYTES = 8192;
  private static final int JIT_ERROR_LOG_BUFFER = 5;
  private static final int JIT_ERROR_LOG_BUFFER_BYTES = 6;
  private static final int EVENT_DEFAULT = 0;
  private static final int STREAM_NON_BLOCKING = 1;
  private static final int CAPTURE_THREAD_LOCAL = 1;

  private final CudaLibrary library;
  private final MethodHandle driverGetVersion;
  private final MethodHandle deviceGetCount;
  private final MethodHandle deviceGet;
  private final MethodHandle deviceGetName;
  private final MethodHandle deviceTotalMem;
  private final MethodHandle deviceGetAttribute;
  private final MethodHandle primaryCtxRetain;
  private final MethodHandle primaryCtxRelease;
  private final MethodHandle ctxSetCurrent;
  private final MethodHandle moduleLoadDataEx;
  private final MethodHandle moduleUnload;
  private final MethodHandle moduleGetFunction;
  private final MethodHandle funcGetAttribute;
  private final MethodHandle funcSetAttribute;
  private final MethodHandle occupancy;
  private final MethodHandle launchKernel;
  private final MethodHandle streamCreate;
  private final MethodHandle streamDestroy;
  private final MethodHandle streamSynchronize;
  private final MethodHandle streamWaitEvent;
  private final MethodHandle eventCreate;
  private final MethodHandle eventDestroy;
  private final MethodHandle eventRecord;
  private final MethodHandle eventSynchronize;
  private final MethodHandle eventElapsedTime;
  private final MethodHandle memGetInfo;
  private final MethodHandle memAlloc;
  private final MethodHandle memFree;
  private final MethodHandle memHostAlloc;
  private final MethodHandle memFreeHost;
  private final MethodHandle copyToDevice;
  private final MethodHandle copyToHost;
  private final MethodHandle copyOnDevice;
  private final MethodHandle memset;
  private final MethodHandle streamBeginCapture;
  private final MethodHandle streamEndCapture;
  private final MethodHandle graphDestroy;
  private final MethodHandle graphInstantiate;
  private final MethodHandle graphLaunch;
  private final MethodHandle graphExecDestroy;

  /**
   * Loads and initialises the driver.
   *
   * @throws EnvironmentException if there is none, it is too old, or it finds no device
   */
  public static CudaDriver load() {
    return load(LIBRARY);
  }

  /** The driver in a library of another name. */
  static CudaDriver load(String name) {
    CudaLibrary library = CudaLibrary.load(name);
    library.call("cuInit", library.function("cuInit", JAVA_INT), 0);
    return new CudaDriver(library);
  }

  private CudaDriver(CudaLibrary library) {
    this.library = library;
    driverGetVersion = library.function("cuDriverGetVersion", ADDRESS);
    deviceGetCount = library.function("cuDeviceGetCount", ADDRESS);
    deviceGet = library.function("cuDeviceGet", ADDRESS, JAVA_INT);
    deviceGetName = library.function("cuDeviceGetName", ADDRESS, JAVA_INT, JAVA_INT);
    deviceTotalMem = library.function("cuDeviceTotalMem_v2", ADDRESS, JAVA_INT);
    deviceGetAttribute = library.function("cuDeviceGetAttribute", ADDRESS, JAVA_INT, JAVA_INT);
    primaryCtxRetain = library.function("cuDevicePrimaryCtxRetain", ADDRESS, JAVA_INT);
    primaryCtxRelease = library.function("cuDevicePrimaryCtxRelease_v2", JAVA_INT);
    ctxSetCurrent = library.function("cuCtxSetCurrent", ADDRESS);
    moduleLoadDataEx =
        library.function("cuModuleLoadDataEx", ADDRESS, ADDRESS, JAVA_INT, ADDRESS, ADDRESS);
    moduleUnload = library.function("cuModuleUnload", ADDRESS);
    moduleGetFunction = library.function("cuModuleGetFunction", ADDRESS, ADDRESS, ADDRESS);
    funcGetAttribute = library.function("cuFuncGetAttribute", ADDRESS, JAVA_INT, ADDRESS);
    funcSetAttribute = library.function("cuFuncSetAttribute", ADDRESS, JAVA_INT, JAVA_INT);
    occupancy =
        library.function(
            "cuOccupancyMaxActiveBlocksPerMultiprocessor", ADDRESS, ADDRESS, JAVA_INT, JAVA_LONG);
    launchKernel =
        library.function(
            "cuLaunchKernel",
            ADDRESS,
            JAVA_INT,
            JAVA_INT,
            JAVA_INT,
            JAVA_INT,
            JAVA_INT,
            JAVA_INT,
            JAVA_INT,
            ADDRESS,
            ADDRESS,
            ADDRESS);
    streamCreate = library.function("cuStreamCreate", ADDRESS, JAVA_INT);
    streamDestroy = library.function("cuStreamDestroy_v2", ADDRESS);
    streamSynchronize = library.function("cuStreamSynchronize", ADDRESS);
    streamWaitEvent = library.function("cuStreamWaitEvent", ADDRESS, ADDRESS, JAVA_INT);
    eventCreate = library.function("cuEventCreate", ADDRESS, JAVA_INT);
    eventDestroy = library.function("cuEventDestroy_v2", ADDRESS);
    eventRecord = library.function("cuEventRecord", ADDRESS, ADDRESS);
    eventSynchronize = library.function("cuEventSynchronize", ADDRESS);
    eventElapsedTime = library.function("cuEventElapsedTime", ADDRESS, ADDRESS, ADDRESS);
    memGetInfo = library.function("cuMemGetInfo_v2", ADDRESS, ADDRESS);
    memAlloc = library.function("cuMemAlloc_v2", ADDRESS, JAVA_LONG);
    memFree = library.function("cuMemFree_v2", JAVA_LONG);
    memHostAlloc = library.function("cuMemHostAlloc", ADDRESS, JAVA_LONG, JAVA_INT);
    memFreeHost = library.function("cuMemFreeHost", ADDRESS);
    copyToDevice = library.function("cuMemcpyHtoDAsync_v2", JAVA_LONG, ADDRESS, JAVA_LONG, ADDRESS);
    copyToHost = library.function("cuMemcpyDtoHAsync_v2", ADDRESS, JAVA_LONG, JAVA_LONG, ADDRESS);
    copyOnDevice =
        library.function("cuMemcpyDtoDAsync_v2", JAVA_LONG, JAVA_LONG, JAVA_LONG, ADDRESS);
    memset = library.function("cuMemsetD8Async", JAVA_LONG, JAVA_BYTE, JAVA_LONG, ADDRESS);
    streamBeginCapture = library.function("cuStreamBeginCapture_v2", ADDRESS, JAVA_INT);
    streamEndCapture = library.function("cuStreamEndCapture", ADDRESS, ADDRESS);
    graphDestroy = library.function("cuGraphDestroy", ADDRESS);
    graphInstantiate = library.function("cuGraphInstantiateWithFlags", ADDRESS, ADDRESS, JAVA_LONG);
    graphLaunch = library.function("cuGraphLaunch", ADDRESS, ADDRESS);
    graphExecDestroy = library.function("cuGraphExecDestroy", ADDRESS);
  }

  /** The CUDA version of the driver, 1000 times the major and 10 times the minor number. */
  public int version() {
    return intResult("cuDriverGetVersion", driverGetVersion);
  }

  public int deviceCount() {
    return intResult("cuDeviceGetCount", deviceGetCount);
  }

  /** The handle of the device with that position. */
  public int device(int ordinal) {
    return intResult("cuDeviceGet of device " + ordinal, deviceGet, ordinal);
  }

  public String deviceName(int device) {
    int capacity = 256;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment name = arena.allocate(capacity);
      library.call("cuDeviceGetName", deviceGetName, name, capacity, device);
      return name.getString(0);
    }
  }

  public long deviceMemoryBytes(int device) {
    return longResult("cuDeviceTotalMem", deviceTotalMem, device);
  }

  public int attribute(int device, CudaDeviceAttribute attribute) {
    return intResult(
        "cuDeviceGetAttribute " + attribute, deviceGetAttribute, attribute.number(), device);
  }

  /** The context that the whole process shares, until released as often as retained. */
  public MemorySegment retainPrimaryContext(int device) {
    return addressResult("cuDevicePrimaryCtxRetain", primaryCtxRetain, device);
  }

  public void releasePrimaryContext(int device) {
    library.call("cuDevicePrimaryCtxRelease", primaryCtxRelease, device);
  }

  /** Makes a context the one that later calls of the calling thread work on. */
  public void setCurrent(MemorySegment context) {
    library.call("cuCtxSetCurrent", ctxSetCurrent, context);
  }

  /**
   * Loads machine code or compiles PTX.
   *
   * @param image cubin, or PTX that ends with a zero byte
   * @param name for the message
   * @throws DeviceException with the log of the driver's assembler
   */
  public MemorySegment loadModule(MemorySegment image, String name) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment module = arena.allocate(ADDRESS);
      MemorySegment log = arena.allocate(LOG_BYTES);
      MemorySegment options =
          arena.allocateFrom(JAVA_INT, JIT_ERROR_LOG_BUFFER, JIT_ERROR_LOG_BUFFER_BYTES);
      MemorySegment values = arena.allocate(ADDRESS, 2);
      values.setAtIndex(ADDRESS, 0, log);
      values.setAtIndex(ADDRESS, 1, MemorySegment.ofAddress(LOG_BYTES - 1));
      int code = library.callForCode(moduleLoadDataEx, module, image, 2, options, values);
      if (!CudaLibrary.isSuccess(code)) {
        String detail = log.getString(0).strip().replace("\n", " | ");
        throw library.failure("loading module " + name, code, detail);
      }
      return module.get(ADDRESS, 0);
    }
  }

  public void unloadModule(MemorySegment module) {
    library.call("cuModuleUnload", moduleUnload, module);
  }

  public MemorySegment function(MemorySegment module, String name) {
    try (Arena arena = Arena.ofConfined()) {
      return addressResult(
          "cuModuleGetFunction of " + name, moduleGetFunction, module, arena.allocateFrom(name));
    }
  }

  public int attribute(MemorySegment function, CudaFunctionAttribute attribute) {
    return intResult(
        "cuFuncGetAttribute " + attribute, funcGetAttribute, attribute.number(), function);
  }

  /** Lets a kernel have that many bytes of dynamic shared memory. */
  public void setMaxDynamicSharedBytes(MemorySegment function, int bytes, String name) {
    library.call(
        "kernel %s: cuFuncSetAttribute with %d bytes of shared memory".formatted(name, bytes),
        funcSetAttribute,
        function,
        CudaFunctionAttribute.MAX_DYNAMIC_SHARED_BYTES.number(),
        bytes);
  }

  /** How many blocks of a kernel one multiprocessor can hold at a time. */
  public int maxActiveBlocks(MemorySegment function, int threads, long dynamicSharedBytes) {
    return intResult(
        "cuOccupancyMaxActiveBlocksPerMultiprocessor",
        occupancy,
        function,
        threads,
        dynamicSharedBytes);
  }

  /**
   * Queues a kernel.
   *
   * @param arguments native array with the address of each argument; read before this returns
   * @param name for the message
   */
  public void launch(
      MemorySegment function,
      LaunchDimensions sizes,
      MemorySegment stream,
      MemorySegment arguments,
      String name) {
    int code;
    try {
      code =
          (int)
              launchKernel.invokeExact(
                  function,
                  sizes.grid().x(),
                  sizes.grid().y(),
                  sizes.grid().z(),
                  sizes.block().x(),
                  sizes.block().y(),
                  sizes.block().z(),
                  sizes.sharedBytes(),
                  stream,
                  arguments,
                  MemorySegment.NULL);
    } catch (RuntimeException | Error raised) {
      throw raised;
    } catch (Throwable checked) {
      throw new InternalException("CUDA: a native call raised " + checked, checked);
    }
    if (!CudaLibrary.isSuccess(code)) {
      throw library.failure("launch of kernel %s with %s".formatted(name, sizes), code, "");
    }
  }

  /** A stream that does not wait for the default stream. */
  public MemorySegment createStream() {
    return addressResult("cuStreamCreate", streamCreate, STREAM_NON_BLOCKING);
  }

  public void destroyStream(MemorySegment stream) {
    library.call("cuStreamDestroy", streamDestroy, stream);
  }

  /** Waits; errors of kernels that ran asynchronously come out here. */
  public void synchronizeStream(MemorySegment stream) {
    library.call("cuStreamSynchronize", streamSynchronize, stream);
  }

  public void waitFor(MemorySegment stream, MemorySegment event) {
    library.call("cuStreamWaitEvent", streamWaitEvent, stream, event, 0);
  }

  /** An event that takes the time. */
  public MemorySegment createEvent() {
    return addressResult("cuEventCreate", eventCreate, EVENT_DEFAULT);
  }

  public void destroyEvent(MemorySegment event) {
    library.call("cuEventDestroy", eventDestroy, event);
  }

  public void record(MemorySegment event, MemorySegment stream) {
    library.call("cuEventRecord", eventRecord, event, stream);
  }

  public void synchronizeEvent(MemorySegment event) {
    library.call("cuEventSynchronize", eventSynchronize, event);
  }

  /** Milliseconds between two events that have happened. */
  public float elapsedMillis(MemorySegment start, MemorySegment end) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment millis = arena.allocate(JAVA_FLOAT);
      library.call("cuEventElapsedTime", eventElapsedTime, millis, start, end);
      return millis.get(JAVA_FLOAT, 0);
    }
  }

  /** Bytes of device memory that nobody uses. */
  public long freeBytes() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment total = arena.allocate(JAVA_LONG);
      return longResult("cuMemGetInfo", memGetInfo, total);
    }
  }

  public long allocate(long bytes) {
    return longResult("cuMemAlloc of %d bytes".formatted(bytes), memAlloc, bytes);
  }

  public void free(long address) {
    library.call("cuMemFree", memFree, address);
  }

  /** Memory of the host that the device copies from and to without a stop in between. */
  public MemorySegment allocatePinned(long bytes) {
    return addressResult("cuMemHostAlloc of %d bytes".formatted(bytes), memHostAlloc, bytes, 0)
        .reinterpret(bytes);
  }

  public void freePinned(MemorySegment memory) {
    library.call("cuMemFreeHost", memFreeHost, memory);
  }

  public void copyToDevice(long target, MemorySegment source, MemorySegment stream) {
    library.call("cuMemcpyHtoDAsync", copyToDevice, target, source, source.byteSize(), stream);
  }

  public void copyToHost(MemorySegment target, long source, MemorySegment stream) {
    library.call("cuMemcpyDtoHAsync", copyToHost, target, source, target.byteSize(), stream);
  }

  public void copyOnDevice(long target, long source, long bytes, MemorySegment stream) {
    library.call("cuMemcpyDtoDAsync", copyOnDevice, target, source, bytes, stream);
  }

  public void fill(long target, byte value, long bytes, MemorySegment stream) {
    library.call("cuMemsetD8Async", memset, target, value, bytes, stream);
  }

  /** From here on a stream records what is queued instead of doing it. */
  public void beginCapture(MemorySegment stream) {
    library.call("cuStreamBeginCapture", streamBeginCapture, stream, CAPTURE_THREAD_LOCAL);
  }

  /** The graph of what was queued since the capture began; the caller destroys it. */
  public MemorySegment endCapture(MemorySegment stream) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment graph = arena.allocate(ADDRESS);
      library.call("cuStreamEndCapture", streamEndCapture, stream, graph);
      return graph.get(ADDRESS, 0);
    }
  }

  public void destroyGraph(MemorySegment graph) {
    library.call("cuGraphDestroy", graphDestroy, graph);
  }

  /** A graph that can be launched; it does not need the one that it was made from. */
  public MemorySegment instantiate(MemorySegment graph) {
    long noFlags = 0;
    return addressResult("cuGraphInstantiateWithFlags", graphInstantiate, graph, noFlags);
  }

  public void launchGraph(MemorySegment executable, MemorySegment stream) {
    library.call("cuGraphLaunch", graphLaunch, executable, stream);
  }

  public void destroyExecutable(MemorySegment executable) {
    library.call("cuGraphExecDestroy", graphExecDestroy, executable);
  }

  private int intResult(String what, MethodHandle function, Object... inputs) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment result = arena.allocate(JAVA_INT);
      library.call(what, function, withResult(result, inputs));
      return result.get(JAVA_INT, 0);
    }
  }

  private long longResult(String what, MethodHandle function, Object... inputs) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment result = arena.allocate(JAVA_LONG);
      library.call(what, function, withResult(result, inputs));
      return result.get(JAVA_LONG, 0);
    }
  }

  private MemorySegment addressResult(String what, MethodHandle function, Object... inputs) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment result = arena.allocate(ADDRESS);
      library.call(what, function, withResult(result, inputs));
      return result.get(ADDRESS, 0);
    }
  }

  /** The driver's functions take the address of the result first. */
  private static Object[] withResult(MemorySegment result, Object... inputs) {
    Object[] arguments = new Object[inputs.length + 1];
    arguments[0] = result;
    System.arraycopy(inputs, 0, arguments, 1, inputs.length);
    return arguments;
  }
}
