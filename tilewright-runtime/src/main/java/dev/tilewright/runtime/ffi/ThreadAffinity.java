package dev.tilewright.runtime.ffi;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The processors that the calling thread may run on: {@code sched_getaffinity} and {@code
 * sched_setaffinity} of Linux. On other systems there is none, and pinning is not available.
 */
public final class ThreadAffinity {
  /** Bytes of a processor mask: room for 8,192 processors. */
  private static final int MASK_BYTES = 1024;

  private static final FunctionDescriptor SIGNATURE =
      FunctionDescriptor.of(
          ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.ADDRESS);

  private final MethodHandle get;
  private final MethodHandle set;

  private ThreadAffinity(MethodHandle get, MethodHandle set) {
    this.get = get;
    this.set = set;
  }

  /** Nothing where the system has no such call. */
  public static Optional<ThreadAffinity> ofSystem() {
    Linker linker = Linker.nativeLinker();
    SymbolLookup symbols = linker.defaultLookup();
    Optional<MemorySegment> get = symbols.find("sched_getaffinity");
    Optional<MemorySegment> set = symbols.find("sched_setaffinity");
    if (get.isEmpty() || set.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new ThreadAffinity(
            linker.downcallHandle(get.get(), SIGNATURE),
            linker.downcallHandle(set.get(), SIGNATURE)));
  }

  /** The processors that the calling thread may use, in ascending order; empty if unknown. */
  public List<Integer> allowedProcessors() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment mask = arena.allocate(MASK_BYTES, Long.BYTES);
      List<Integer> processors = new ArrayList<>();
      if (call(get, mask) < 0) {
        return processors;
      }
      for (int cpu = 0; cpu < MASK_BYTES * 8; cpu++) {
        if ((mask.get(ValueLayout.JAVA_BYTE, cpu / 8) >> cpu % 8 & 1) != 0) {
          processors.add(cpu);
        }
      }
      return processors;
    }
  }

  /** Binds the calling thread to one processor; false if the system refuses. */
  public boolean pinCallingThread(int processor) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment mask = arena.allocate(MASK_BYTES, Long.BYTES);
      mask.set(ValueLayout.JAVA_BYTE, processor / 8, (byte) (1 << processor % 8));
      return call(set, mask) == 0;
    }
  }

  private static int call(MethodHandle handle, MemorySegment mask) {
    try {
      return (int) handle.invokeExact(0, (long) MASK_BYTES, mask);
    } catch (Throwable failure) {
      return -1;
    }
  }
}
