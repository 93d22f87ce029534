package dev.tilewright.base;

/**
 * The machine does not have what is needed: a missing library, a full disk, a device that fails.
 */
public non-sealed class EnvironmentException extends TilewrightException {
  private static final long serialVersionUID = 1L;

  public EnvironmentException(String message) {
    super(message);
  }

  public EnvironmentException(String message, Throwable cause) {
    super(message, cause);
  }
}
