package dev.tilewright.codegen.ptx;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.ir.GridKernel;
import java.util.ArrayList;
import java.util.List;

/** The variables in shared memory of a kernel, one a buffer. */
public final class SharedLayout {
  /** Of every variable, so that 16-byte accesses are possible. */
  private static final long ALIGNMENT = 16;

  private SharedLayout() {}

  /** Bytes that a block needs. */
  public static long bytes(GridKernel grid) {
    return grid.shared().stream().mapToLong(SharedLayout::paddedBytes).sum();
  }

  /** The name of the variable for buffer number {@code i} of the kernel. */
  static String name(String symbol, int i) {
    return "@%s_shared%d".formatted(symbol, i);
  }

  /** The definitions of all variables of a kernel. */
  static String definitions(GridKernel grid, String symbol) {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < grid.shared().size(); i++) {
      lines.add(
          "%s = internal addrspace(3) global [%d x i8] undef, align %d\n"
              .formatted(name(symbol, i), paddedBytes(grid.shared().get(i)), ALIGNMENT));
    }
    return String.join("", lines);
  }

  private static long paddedBytes(Buffer buffer) {
    return Math.ceilDiv(buffer.bytes(), ALIGNMENT) * ALIGNMENT;
  }
}
