package dev.tilewright.runtime.cuda;

import dev.tilewright.base.EnvironmentException;
import dev.tilewright.base.UserException;
import dev.tilewright.runtime.ffi.CudaDriver;
import java.util.List;
import java.util.stream.IntStream;

/** The NVIDIA GPUs of this machine. */
public final class CudaSystem {
  private final CudaDriver driver;
  private final List<CudaDeviceInfo> devices;

  private CudaSystem(CudaDriver driver, List<CudaDeviceInfo> devices) {
    this.driver = driver;
    this.devices = devices;
  }

  /** What a look for GPUs ends with. */
  public sealed interface Search permits Found, Missing {}

  /** There is at least one device. */
  public record Found(CudaSystem system) implements Search {}

  /**
   * There is none.
   *
   * @param reason one line for people: what is missing and what to do
   */
  public record Missing(String reason) implements Search {}

  /** Looks for GPUs. Having none is an answer and no error. */
  public static Search find() {
    try {
      CudaDriver driver = CudaDriver.load();
      List<CudaDeviceInfo> devices =
          IntStream.range(0, driver.deviceCount())
              .mapToObj(ordinal -> CudaDeviceInfo.read(driver, ordinal))
              .toList();
      return devices.isEmpty()
          ? new Missing("CUDA: the driver sees no device; expected at least one GPU")
          : new Found(new CudaSystem(driver, devices));
    } catch (EnvironmentException none) {
      return new Missing(none.getMessage());
    }
  }

  /** All devices; the position of each is its ordinal. */
  public List<CudaDeviceInfo> devices() {
    return devices;
  }

  /**
   * Opens a device. The caller closes it.
   *
   * @throws UserException if there is no device with that ordinal
   * @throws dev.tilewright.runtime.DeviceException if the driver does not give access to it
   */
  public CudaDevice open(int ordinal) {
    if (ordinal < 0 || ordinal >= devices.size()) {
      throw new UserException(
          "CUDA device %d: it does not exist; expected a number below %d"
              .formatted(ordinal, devices.size()));
    }
    return CudaDevice.open(driver, devices.get(ordinal));
  }
}
