package dev.tilewright.runtime;

import dev.tilewright.base.EnvironmentException;

/** The driver of a device reports an error. The message has the driver's own name and text. */
public final class DeviceException extends EnvironmentException {
  private static final long serialVersionUID = 1L;

  private final int code;
  private final boolean deviceLost;

  /**
   * An error of a driver.
   *
   * @param code the driver's number
   * @param deviceLost true if every later call of this process on the device fails as well, for
   *     example after a kernel wrote outside of its memory; only a new process can go on
   */
  public DeviceException(String message, int code, boolean deviceLost) {
    super(message);
    this.code = code;
    this.deviceLost = deviceLost;
  }

  /** The driver's number of the error. */
  public int code() {
    return code;
  }

  /** True if this process cannot use the device any more. */
  public boolean isDeviceLost() {
    return deviceLost;
  }
}
