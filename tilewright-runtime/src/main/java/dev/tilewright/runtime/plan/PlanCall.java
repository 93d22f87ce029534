package dev.tilewright.runtime.plan;

import dev.tilewright.base.UserException;
import dev.tilewright.runtime.Tensor;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.stream.Stream;

/** One run of a plan: its memory together with the caller's tensors, checked and aligned. */
record PlanCall(PlanMemory memory, List<Tensor> inputs, List<Tensor> outputs) {
  static PlanCall of(Plan plan, PlanMemory memory, List<Tensor> inputs, List<Tensor> outputs) {
    Signature.check("input", plan.signature().inputs(), inputs);
    Signature.check("output", plan.signature().outputs(), outputs);
    for (int position = 0; position < outputs.size(); position++) {
      String name = plan.signature().outputs().get(position).name();
      Tensor output = outputs.get(position);
      if (!output.isAligned()) {
        throw new UserException(
            "output %s: its memory is not aligned; expected native memory at a multiple of %d bytes"
                .formatted(name, Tensor.ALIGNMENT));
      }
      Stream<Tensor> others = Stream.concat(inputs.stream(), outputs.subList(0, position).stream());
      if (others.anyMatch(other -> overlap(output, other))) {
        throw new UserException(
            "output %s: its memory overlaps another tensor; expected memory of its own"
                .formatted(name));
      }
    }
    List<Tensor> aligned =
        inputs.stream().map(input -> input.isAligned() ? input : input.copy()).toList();
    return new PlanCall(memory, aligned, List.copyOf(outputs));
  }

  /** Refuses tensors that the calling thread, which is one of the pool, may not access. */
  void requireAccess() {
    Thread thread = Thread.currentThread();
    Stream.concat(inputs.stream(), outputs.stream())
        .filter(tensor -> !tensor.segment().isAccessibleBy(thread))
        .findFirst()
        .ifPresent(
            tensor -> {
              throw new UserException(
                  "tensor %s: it belongs to a confined arena; expected a shared or automatic one, since other threads run the plan"
                      .formatted(tensor));
            });
  }

  MemorySegment segment(PlanBuffer buffer) {
    return switch (buffer.storage()) {
      case Storage.Input(int position) -> inputs.get(position).segment();
      case Storage.Output(int position) -> outputs.get(position).segment();
      case Storage.Constant(int position) -> memory.constant(position);
      case Storage.Arena(long offset) -> memory.workspace(offset, buffer.bytes());
    };
  }

  Tensor tensor(PlanBuffer buffer) {
    return Tensor.wrap(buffer.dtype(), buffer.shape(), segment(buffer));
  }

  private static boolean overlap(Tensor one, Tensor other) {
    return one.segment().asOverlappingSlice(other.segment()).isPresent();
  }
}
