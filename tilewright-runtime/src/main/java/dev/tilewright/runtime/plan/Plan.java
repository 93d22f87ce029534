package dev.tilewright.runtime.plan;

import dev.tilewright.base.UserException;
import dev.tilewright.runtime.Tensor;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a compiled network or operator does: steps over numbered buffers. A plan is a value that
 * holds neither memory nor code; an {@link ExecutionPlan} does.
 *
 * @param name of the network or operator
 * @param signature what the caller gives and gets
 * @param constants the tensors that belong to the plan, such as weights
 * @param buffers all buffers that steps use; their position is their number
 * @param steps in the order in which they run
 * @param arenaBytes size of the memory that buffers with {@link Storage.Arena} share
 */
public record Plan(
    String name,
    Signature signature,
    List<TensorSpec> constants,
    List<PlanBuffer> buffers,
    List<PlanStep> steps,
    long arenaBytes) {
  public Plan {
    constants = List.copyOf(constants);
    buffers = List.copyOf(buffers);
    steps = List.copyOf(steps);
    for (PlanBuffer buffer : buffers) {
      switch (buffer.storage()) {
        case Storage.Input(int position) -> requireFits(name, buffer, signature.inputs(), position);
        case Storage.Output(int position) ->
            requireFits(name, buffer, signature.outputs(), position);
        case Storage.Constant(int position) -> requireFits(name, buffer, constants, position);
        case Storage.Arena(long offset) -> requireInside(name, buffer, offset, arenaBytes);
      }
    }
    for (PlanStep step : steps) {
      requireKnownBuffers(name, step, buffers.size());
    }
  }

  private static void requireFits(
      String plan, PlanBuffer buffer, List<TensorSpec> specs, int position) {
    if (position < 0 || position >= specs.size()) {
      throw new UserException(
          "plan %s: buffer %s has %s; expected a position below %d"
              .formatted(plan, buffer.name(), buffer.storage(), specs.size()));
    }
    if (buffer.bytes() != specs.get(position).bytes()) {
      throw new UserException(
          "plan %s: buffer %s has %d bytes; expected %d as in %s"
              .formatted(
                  plan,
                  buffer.name(),
                  buffer.bytes(),
                  specs.get(position).bytes(),
                  specs.get(position)));
    }
  }

  private static void requireInside(String plan, PlanBuffer buffer, long offset, long arenaBytes) {
    if (offset < 0
        || offset % Tensor.ALIGNMENT != 0
        || buffer.bytes() > arenaBytes
        || offset > arenaBytes - buffer.bytes()) {
      throw new UserException(
          "plan %s: buffer %s, %d bytes at offset %d; expected a multiple of %d inside %d bytes"
              .formatted(
                  plan, buffer.name(), buffer.bytes(), offset, Tensor.ALIGNMENT, arenaBytes));
    }
  }

  private static void requireKnownBuffers(String plan, PlanStep step, int count) {
    Stream<Integer> used =
        switch (step) {
          case PlanStep.Launch launch -> launch.arguments().stream();
          case PlanStep.Host host -> Stream.concat(host.inputs().stream(), host.outputs().stream());
        };
    used.filter(number -> number < 0 || number >= count)
        .forEach(
            number -> {
              throw new UserException(
                  "plan %s: step %s uses buffer %d; expected a number below %d"
                      .formatted(plan, step.label(), number, count));
            });
  }
}
