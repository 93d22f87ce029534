package dev.tilewright.runtime.cpu;

import dev.tilewright.runtime.ffi.KernelCall;
import java.lang.foreign.MemorySegment;

/**
 * Machine code of the form {@code void name(void** buffers, int64_t begin, int64_t end)}, which
 * executes the chunks from {@code begin} to {@code end}, the latter excluded. The buffers are
 * aligned to {@link dev.tilewright.runtime.Tensor#ALIGNMENT} and do not overlap where the kernel
 * writes. A kernel may need several MiB of stack, so it runs on the threads of a {@link
 * ThreadPool}.
 *
 * @param name for error messages and profiles
 * @param function address of the code, which the owner of the segment's arena keeps loaded
 */
public record NativeKernel(String name, MemorySegment function) {
  /**
   * Calls the kernel on this thread.
   *
   * @param buffers native array of pointers, one a parameter
   */
  public void invoke(MemorySegment buffers, long begin, long end) {
    KernelCall.invoke(function, buffers, begin, end);
  }
}
