package dev.tilewright.search.model;

/**
 * A candidate that was run.
 *
 * @param seconds time of one execution; positive infinity if it failed
 */
public record Measured(Candidate candidate, double seconds) {}
