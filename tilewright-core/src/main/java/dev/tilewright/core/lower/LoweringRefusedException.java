package dev.tilewright.core.lower;

import dev.tilewright.base.UserException;

/**
 * A schedule that does not fit the machine or the limits of lowering. The message names kernel and
 * reason. It has no stack trace, since a search meets many.
 */
public final class LoweringRefusedException extends UserException {
  private static final long serialVersionUID = 1L;

  public LoweringRefusedException(String message) {
    super(message);
  }

  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
