package dev.tilewright.runtime.cuda;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/**
 * What a kernel is called with: an address of device memory for each parameter. Freed when it is no
 * longer reachable. A launch reads it before it returns, so it can be reused at once.
 */
public final class KernelArguments {
  private final MemorySegment values;
  private final MemorySegment pointers;

  private KernelArguments(MemorySegment values, MemorySegment pointers) {
    this.values = values;
    this.pointers = pointers;
  }

  /** Of addresses as {@link DeviceMemory#address()} has them. */
  public static KernelArguments of(List<Long> addresses) {
    Arena arena = Arena.ofAuto();
    MemorySegment values = arena.allocate(ValueLayout.JAVA_LONG, addresses.size());
    MemorySegment pointers = arena.allocate(ValueLayout.ADDRESS, addresses.size());
    for (int i = 0; i < addresses.size(); i++) {
      values.setAtIndex(ValueLayout.JAVA_LONG, i, addresses.get(i));
      pointers.setAtIndex(ValueLayout.ADDRESS, i, values.asSlice(i * (long) Long.BYTES));
    }
    return new KernelArguments(values, pointers);
  }

  /** Of whole allocations. */
  public static KernelArguments of(DeviceMemory... memory) {
    return of(List.of(memory).stream().map(DeviceMemory::address).toList());
  }

  /** Replaces one address. */
  public void set(int parameter, long address) {
    values.setAtIndex(ValueLayout.JAVA_LONG, parameter, address);
  }

  MemorySegment pointers() {
    return pointers;
  }
}
