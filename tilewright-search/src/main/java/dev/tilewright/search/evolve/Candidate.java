package dev.tilewright.search.evolve;

import dev.tilewright.core.ir.Program;
import dev.tilewright.core.schedule.ScheduleState;

/** A schedule with what it lowers to. */
public record Candidate(ScheduleState state, Program program) {}
