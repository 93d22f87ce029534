package dev.tilewright.search.measure;

import dev.tilewright.core.schedule.step.Step;
import dev.tilewright.search.build.PhaseTimes;
import dev.tilewright.search.record.Outcome;
import java.util.List;

/**
 * What came of one candidate.
 *
 * @param steps the schedule, as it was handed in
 */
public record MeasureResult(List<Step> steps, Outcome outcome, PhaseTimes times) {}
