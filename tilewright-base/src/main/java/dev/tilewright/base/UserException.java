package dev.tilewright.base;

/**
 * The request is wrong: a bad argument, model, shape or file. Shown as one line; a stack trace only
 * with {@code -v}.
 */
public non-sealed class UserException extends TilewrightException {
  private static final long serialVersionUID = 1L;

  public UserException(String message) {
    super(message);
  }

  public UserException(String message, Throwable cause) {
    super(message, cause);
  }
}
