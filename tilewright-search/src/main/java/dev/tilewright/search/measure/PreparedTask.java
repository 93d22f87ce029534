package dev.tilewright.search.measure;

import dev.tilewright.core.schedule.step.Step;
import dev.tilewright.runtime.Tensor;
import dev.tilewright.search.build.BoundProgram;
import dev.tilewright.search.build.CompiledProgram;
import dev.tilewright.search.build.PhaseTimes;
import dev.tilewright.search.build.ProgramInputs;
import dev.tilewright.search.record.Costs;
import dev.tilewright.search.record.ErrorClass;
import dev.tilewright.search.record.Outcome;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.Optional;

/** A task with its inputs and the outputs that every candidate must give. */
final class PreparedTask implements AutoCloseable {
  private static final double NANOS_A_MILLI = 1e6;
  private static final byte POISON = (byte) 0xff;

  /**
   * What came of running a candidate.
   *
   * @param times check and measurement only
   */
  record Run(Outcome outcome, PhaseTimes times) {}

  private final Arena arena;
  private final ProgramInputs inputs;
  private final List<Tensor> outputs;
  private final List<OutputComparison> comparisons;

  /**
   * @param arena holds all tensors; this object closes it
   * @param outputs scratch memory for results
   * @param comparisons one an output
   */
  PreparedTask(
      Arena arena, List<Tensor> inputs, List<Tensor> outputs, List<OutputComparison> comparisons) {
    this.arena = arena;
    this.inputs = new ProgramInputs(inputs);
    this.outputs = outputs;
    this.comparisons = comparisons;
  }

  /**
   * Checks what a program computes, then measures it.
   *
   * @param steps of the program's schedule
   */
  Run run(CompiledProgram program, List<Step> steps, RepeatTimer timer, double giveUpMicros) {
    long start = System.nanoTime();
    // A program that leaves an element out must not find the right value of an earlier one there.
    outputs.forEach(output -> output.segment().fill(POISON));
    try (BoundProgram bound = program.bind(inputs, outputs)) {
      double firstMicros = RepeatTimer.micros(bound.time(1), 1);
      bound.fetch();
      Optional<String> difference = findDifference(Tolerance.factor(steps));
      long checked = System.nanoTime();
      if (difference.isPresent()) {
        Outcome wrong = new Outcome.Failed(ErrorClass.WRONG_RESULT, difference.get());
        return new Run(wrong, times(start, checked, checked));
      }
      Costs costs = timer.measure(bound::time, firstMicros, giveUpMicros);
      return new Run(new Outcome.Measured(costs), times(start, checked, System.nanoTime()));
    }
  }

  /** The first difference from the reference, in one line. */
  private Optional<String> findDifference(double factor) {
    for (int i = 0; i < outputs.size(); i++) {
      Optional<String> difference = comparisons.get(i).findDifference(outputs.get(i), factor);
      if (difference.isPresent()) {
        return difference;
      }
    }
    return Optional.empty();
  }

  @Override
  public void close() {
    inputs.close();
    arena.close();
  }

  private static PhaseTimes times(long start, long checked, long measured) {
    return new PhaseTimes(
        0, 0, (checked - start) / NANOS_A_MILLI, (measured - checked) / NANOS_A_MILLI);
  }
}
