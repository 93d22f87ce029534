package dev.tilewright.codegen.gpu;

import java.util.List;

/**
 * The kernels of a program as PTX for the driver to load.
 *
 * @param ptx text of one module
 * @param kernels in the order in which they are launched, one after the other
 */
public record GpuModule(String ptx, List<GpuKernelCode> kernels) {
  public GpuModule {
    kernels = List.copyOf(kernels);
  }
}
