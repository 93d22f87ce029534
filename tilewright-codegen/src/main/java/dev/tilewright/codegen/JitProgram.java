package dev.tilewright.codegen;

import dev.tilewright.codegen.llvm.Jit;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Kernels compiled into this process. Closing it frees the machine code, so no kernel may run then
 * or later.
 */
public final class JitProgram implements AutoCloseable {
  private final Jit jit;
  private final Map<String, MemorySegment> addresses;

  private JitProgram(Jit jit, Map<String, MemorySegment> addresses) {
    this.jit = jit;
    this.addresses = addresses;
  }

  /** Takes the JIT over and links the symbols. */
  static JitProgram link(Jit jit, List<String> symbols) {
    Map<String, MemorySegment> addresses = new LinkedHashMap<>();
    for (String symbol : symbols) {
      addresses.put(symbol, jit.address(symbol));
    }
    return new JitProgram(jit, addresses);
  }

  /** The compiled kernels' names with their prefixes. */
  public Set<String> names() {
    return Set.copyOf(addresses.keySet());
  }

  /**
   * The address of a kernel's function, see {@link CpuCompiler}.
   *
   * @param name the kernel's name with its prefix
   */
  public MemorySegment address(String name) {
    MemorySegment address = addresses.get(name);
    if (address == null) {
      throw new IllegalArgumentException(
          "kernel %s is not in the compiled program; expected one of %s"
              .formatted(name, addresses.keySet()));
    }
    return address;
  }

  @Override
  public void close() {
    jit.close();
  }
}
