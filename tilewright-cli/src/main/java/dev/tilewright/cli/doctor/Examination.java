package dev.tilewright.cli.doctor;

import java.lang.management.ManagementFactory;
import java.util.List;

/** Looks at everything that Tilewright needs or can use on this machine. */
public final class Examination {
  private Examination() {}

  /** All findings, the basic ones first. */
  public static List<Finding> run() {
    return List.of(java(), system(), memory());
  }

  private static Finding java() {
    return Finding.ok(
        "java",
        "%s %s, %s"
            .formatted(
                System.getProperty("java.vm.vendor"),
                Runtime.version(),
                System.getProperty("java.home")));
  }

  private static Finding system() {
    return Finding.ok(
        "system",
        "%s %s, %s"
            .formatted(
                System.getProperty("os.name"),
                System.getProperty("os.version"),
                System.getProperty("os.arch")));
  }

  private static Finding memory() {
    long heap = Runtime.getRuntime().maxMemory() >> 20;
    if (ManagementFactory.getOperatingSystemMXBean()
        instanceof com.sun.management.OperatingSystemMXBean machine) {
      return Finding.ok(
          "memory",
          "%d MiB, %d MiB of them for the Java heap"
              .formatted(machine.getTotalMemorySize() >> 20, heap));
    }
    return Finding.ok("memory", "%d MiB for the Java heap".formatted(heap));
  }
}
