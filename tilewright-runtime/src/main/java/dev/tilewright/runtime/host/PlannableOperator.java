package dev.tilewright.runtime.host;

/**
 * A host operator that a plan can hold: the shapes of its results follow from those of its inputs,
 * and its attributes can be written down.
 */
public interface PlannableOperator extends HostOperator {
  /** What {@link HostOperators} makes an equal operator from. */
  HostAttributes attributes();
}
