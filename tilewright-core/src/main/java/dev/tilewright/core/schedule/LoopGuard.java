package dev.tilewright.core.schedule;

import dev.tilewright.core.expr.Index;

/**
 * A condition, beside those on the axes, under which a point of a stage's loops is executed: {@code
 * value < extent}. Lowering emits it for the body of the stage, since a point outside would repeat
 * another one; the initialisation of a reduction may do without.
 */
public record LoopGuard(Index value, long extent) {}
