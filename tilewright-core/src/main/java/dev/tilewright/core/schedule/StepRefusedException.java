package dev.tilewright.core.schedule;

import dev.tilewright.base.UserException;

/**
 * A step that cannot be applied to a state. The message names step, stage, iterator and reason. It
 * has no stack trace, since a search meets many.
 */
public final class StepRefusedException extends UserException {
  private static final long serialVersionUID = 1L;

  public StepRefusedException(String message) {
    super(message);
  }

  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
