package dev.tilewright.runtime.plan;

import dev.tilewright.base.UserException;
import dev.tilewright.runtime.cpu.KernelLibrary;
import dev.tilewright.runtime.cpu.NativeKernel;
import dev.tilewright.runtime.cpu.ThreadPool;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/**
 * A kernel with its array of pointers.
 *
 * @param pointers native array with an address a parameter; those of the plan's own memory are
 *     written once
 * @param perCall the parameters whose address depends on the caller's tensors
 */
record BoundLaunch(NativeKernel kernel, long chunks, MemorySegment pointers, List<Argument> perCall)
    implements BoundStep {
  /** The buffer that goes into one parameter. */
  private record Argument(int parameter, PlanBuffer buffer) {
    boolean isPerCall() {
      return switch (buffer.storage()) {
        case Storage.Input input -> true;
        case Storage.Output output -> true;
        case Storage.Constant constant -> false;
        case Storage.Arena arena -> false;
      };
    }
  }

  static BoundLaunch of(
      PlanStep.Launch launch, Plan plan, KernelLibrary kernels, PlanMemory memory, Arena arena) {
    List<Argument> arguments = new ArrayList<>();
    for (int parameter = 0; parameter < launch.arguments().size(); parameter++) {
      int number = launch.arguments().get(parameter);
      arguments.add(new Argument(parameter, plan.buffers().get(number)));
    }
    MemorySegment pointers = arena.allocate(ValueLayout.ADDRESS, arguments.size());
    PlanCall withoutCaller = new PlanCall(memory, List.of(), List.of());
    for (Argument argument : arguments) {
      if (!argument.isPerCall()) {
        write(pointers, argument, withoutCaller);
      }
    }
    return new BoundLaunch(
        find(launch, plan, kernels),
        launch.chunks(),
        pointers,
        arguments.stream().filter(Argument::isPerCall).toList());
  }

  @Override
  public void run(PlanCall call, ThreadPool pool) {
    for (Argument argument : perCall) {
      write(pointers, argument, call);
    }
    pool.run(kernel, pointers, chunks);
  }

  private static void write(MemorySegment pointers, Argument argument, PlanCall call) {
    pointers.setAtIndex(ValueLayout.ADDRESS, argument.parameter(), call.segment(argument.buffer()));
  }

  private static NativeKernel find(PlanStep.Launch launch, Plan plan, KernelLibrary kernels) {
    return kernels
        .find(launch.kernel())
        .orElseThrow(
            () ->
                new UserException(
                    "plan %s: step %s launches kernel %s; expected it in the kernel library"
                        .formatted(plan.name(), launch.label(), launch.kernel())));
  }
}
