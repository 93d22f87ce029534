package dev.tilewright.runtime.cpu;

import dev.tilewright.base.InternalException;
import java.util.concurrent.Callable;

/** Calls work that declares checked exceptions but is not expected to throw any. */
final class Unchecked {
  private Unchecked() {}

  static <T> T call(Callable<T> work) {
    try {
      return work.call();
    } catch (RuntimeException unchecked) {
      throw unchecked;
    } catch (Exception checked) {
      throw new InternalException("work on the thread pool failed: " + checked, checked);
    }
  }
}
