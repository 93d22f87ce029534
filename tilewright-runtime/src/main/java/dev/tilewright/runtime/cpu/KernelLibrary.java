package dev.tilewright.runtime.cpu;

import java.util.Optional;

/** Loaded machine code: kernels by name. */
@FunctionalInterface
public interface KernelLibrary {
  Optional<NativeKernel> find(String name);
}
