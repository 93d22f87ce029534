package dev.tilewright.base;

/** Tilewright itself is wrong. Always worth a report, so the stack trace is kept. */
public non-sealed class InternalException extends TilewrightException {
  private static final long serialVersionUID = 1L;

  public InternalException(String message) {
    super(message);
  }

  public InternalException(String message, Throwable cause) {
    super(message, cause);
  }
}
