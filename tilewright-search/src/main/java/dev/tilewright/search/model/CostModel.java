package dev.tilewright.search.model;

import dev.tilewright.core.schedule.ScheduleState;
import java.util.List;

/** Predicts which schedules of one task are fast without running them. */
public interface CostModel {
  /** One score a schedule, the higher the faster; comparable only within one call. */
  double[] score(List<ScheduleState> states);

  /** Learns from measurements of schedules of the same task. */
  void update(List<Measured> measured);
}
