package dev.tilewright.base;

/**
 * The root of all errors that Tilewright raises on purpose. The message is one line of the form
 * {@code what: which thing, where; expected; what to do}. The branch says whose fault it is, and
 * with that the exit code and whether a stack trace helps.
 */
public abstract sealed class TilewrightException extends RuntimeException
    permits UserException, EnvironmentException, InternalException {
  private static final long serialVersionUID = 1L;

  protected TilewrightException(String message) {
    super(message);
  }

  protected TilewrightException(String message, Throwable cause) {
    super(message, cause);
  }
}
