package dev.tilewright.runtime.plan;

import dev.tilewright.runtime.cpu.KernelLibrary;
import dev.tilewright.runtime.cpu.NativeKernel;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Native function pointers to Java code, so that plans can be tested without a code generator. */
final class JavaKernels implements KernelLibrary {
  /** A kernel in Java. */
  interface Body {
    /** Gets the array of pointers, of which it may read as many as the kernel has parameters. */
    void run(MemorySegment buffers, long begin, long end);
  }

  private static final FunctionDescriptor SIGNATURE =
      FunctionDescriptor.ofVoid(ValueLayout.ADDRESS, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG);

  private final Arena arena;
  private final Map<String, NativeKernel> kernels = new LinkedHashMap<>();

  JavaKernels(Arena arena) {
    this.arena = arena;
  }

  JavaKernels add(String name, Body body) {
    try {
      MethodHandle run =
          MethodHandles.lookup()
              .findVirtual(
                  Body.class,
                  "run",
                  MethodType.methodType(void.class, MemorySegment.class, long.class, long.class))
              .bindTo(body);
      kernels.put(
          name, new NativeKernel(name, Linker.nativeLinker().upcallStub(run, SIGNATURE, arena)));
      return this;
    } catch (ReflectiveOperationException missing) {
      throw new AssertionError(missing);
    }
  }

  /** The floats behind parameter {@code parameter}. */
  static MemorySegment floats(MemorySegment buffers, int parameter, int count) {
    return buffers
        .reinterpret((parameter + 1) * ValueLayout.ADDRESS.byteSize())
        .getAtIndex(ValueLayout.ADDRESS, parameter)
        .reinterpret(count * (long) Float.BYTES);
  }

  @Override
  public Optional<NativeKernel> find(String name) {
    return Optional.ofNullable(kernels.get(name));
  }
}
