package dev.tilewright.graph.schedule;

/** A way to schedule one reduction and its reader. */
interface ReductionTemplate {
  /**
   * Applies the template.
   *
   * @return false, with the draft as it was, if it does not suit the reduction
   * @throws dev.tilewright.core.schedule.StepRefusedException if a step is refused
   */
  boolean apply(Draft draft, ReductionStage stage);
}
