package dev.tilewright.search.model;

import java.util.List;

/** Predicts which candidates of one task are fast without running them. */
public interface CostModel {
  /** One score a candidate, the higher the faster; comparable only within one call. */
  double[] score(List<Candidate> candidates);

  /** Learns from measurements of candidates of the same task. */
  void update(List<Measured> measured);
}
