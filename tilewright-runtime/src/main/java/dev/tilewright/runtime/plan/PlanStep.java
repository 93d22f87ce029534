package dev.tilewright.runtime.plan;

import java.util.List;

/** One thing that a plan does; steps run one after the other. Buffers are given by their number. */
public sealed interface PlanStep {
  /**
   * Runs all chunks of a native kernel.
   *
   * @param label for profiles: which operator this is, such as {@code conv2d 1x56x56x64 3x3}
   * @param kernel name in the kernel library
   * @param chunks number of chunks; 0 if there is nothing to compute
   * @param arguments a buffer for each parameter of the kernel
   */
  record Launch(String label, String kernel, long chunks, List<Integer> arguments)
      implements PlanStep {
    public Launch {
      arguments = List.copyOf(arguments);
    }
  }

  /**
   * Runs an operator in Java.
   *
   * @param label for profiles
   * @param operator what the {@link HostLibrary} looks up
   * @param attributes text that the library's operator understands
   * @param inputs buffers that it reads
   * @param outputs buffers that it fills
   */
  record Host(
      String label, String operator, String attributes, List<Integer> inputs, List<Integer> outputs)
      implements PlanStep {
    public Host {
      inputs = List.copyOf(inputs);
      outputs = List.copyOf(outputs);
    }
  }

  String label();
}
