package dev.tilewright.core.schedule.step;

import dev.tilewright.core.schedule.ScheduleState;

/**
 * One schedule primitive with its arguments. Stages and iterators are named as in {@link
 * dev.tilewright.core.schedule.Stage#name()} and {@link dev.tilewright.core.schedule.Iter#name()}.
 * Every state that a step accepts lowers to a program that computes what the DAG says; a step that
 * cannot be applied is refused, never wrong.
 */
public sealed interface Step
    permits Annotate,
        CacheRead,
        CacheWrite,
        ComputeAt,
        ComputeInline,
        ComputeRoot,
        FollowFusedSplit,
        FollowSplit,
        Fuse,
        Pragma,
        Reorder,
        RewriteLayout,
        Rfactor,
        Split,
        StorageAlign,
        Winograd {
  /**
   * The state after this step, with the step appended to its list.
   *
   * @throws dev.tilewright.core.schedule.StepRefusedException if the step cannot be applied
   */
  ScheduleState apply(ScheduleState state);
}
