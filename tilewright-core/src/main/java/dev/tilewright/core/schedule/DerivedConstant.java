package dev.tilewright.core.schedule;

import dev.tilewright.core.expr.Buffer;

/**
 * A tensor that takes the place of a constant input, computed from it ahead of all runs.
 *
 * @param result what the stages read, of the type and shape that the transform gives
 */
public record DerivedConstant(Buffer result, ConstantTransform transform) {}
