package dev.tilewright.runtime.ffi;

import dev.tilewright.base.InternalException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * Calls {@code void kernel(void** buffers, int64_t begin, int64_t end)} at a given address. The
 * call is not a critical one: a kernel may run for long, and the garbage collector must not wait
 * for it.
 */
public final class KernelCall {
  private static final MethodHandle HANDLE =
      Linker.nativeLinker()
          .downcallHandle(
              FunctionDescriptor.ofVoid(
                  ValueLayout.ADDRESS, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG));

  private KernelCall() {}

  public static void invoke(MemorySegment function, MemorySegment buffers, long begin, long end) {
    try {
      HANDLE.invokeExact(function, buffers, begin, end);
    } catch (RuntimeException | Error failure) {
      throw failure;
    } catch (Throwable checked) {
      throw new InternalException("kernel call: unexpected checked exception", checked);
    }
  }
}
