package dev.tilewright.cli.bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.function.LongSupplier;

/** Waits until nothing of this process runs any more. */
interface Stillness {
  /** Returns once all is still; false if that does not come within the time that is allowed. */
  boolean await();

  /**
   * Stillness by the processor time of this process, which counts the spinning threads of native
   * libraries as well as the JVM's compiler and collector. The counter advances in ticks of up to
   * 10 ms, so it takes a window of some ticks to tell one busy thread from none.
   */
  static Stillness ofThisProcess() {
    OperatingSystemMXBean process =
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    return new ProcessorTime(process::getProcessCpuTime, Duration.ofMillis(40), 25);
  }

  /**
   * Still is a window in which less than half a processor was busy.
   *
   * @param counter nanoseconds of processor time since the process began
   * @param windows number of windows after which waiting is given up
   */
  record ProcessorTime(LongSupplier counter, Duration window, int windows) implements Stillness {
    @Override
    public boolean await() {
      for (int i = 0; i < windows; i++) {
        long before = counter.getAsLong();
        sleep(window);
        if (counter.getAsLong() - before < window.toNanos() / 2) {
          return true;
        }
      }
      return false;
    }

    private static void sleep(Duration time) {
      try {
        Thread.sleep(time);
      } catch (InterruptedException stop) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
