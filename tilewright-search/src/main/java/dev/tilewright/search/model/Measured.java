package dev.tilewright.search.model;

import dev.tilewright.core.schedule.ScheduleState;

/**
 * A schedule that was run.
 *
 * @param seconds time of one execution; positive infinity if it failed
 */
public record Measured(ScheduleState state, double seconds) {}
