package dev.tilewright.cli.doctor;

import dev.tilewright.base.EnvironmentException;
import dev.tilewright.cli.bench.Peers;
import dev.tilewright.cli.peer.Peer;
import dev.tilewright.codegen.HostCpu;
import dev.tilewright.codegen.LlvmLibrary;
import dev.tilewright.core.target.CpuTarget;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Looks at everything that Tilewright needs or can use on this machine. */
public final class Examination {
  private Examination() {}

  /** All findings, the basic ones first. */
  public static List<Finding> run() {
    List<Finding> findings =
        new ArrayList<>(List.of(java(), system(), memory(), llvm(), linker(), processor()));
    findings.addAll(GpuExamination.run());
    findings.add(peers());
    return List.copyOf(findings);
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

  private static Finding llvm() {
    try {
      LlvmLibrary library = LlvmLibrary.host();
      return Finding.ok("llvm", "%s, %s".formatted(library.version(), library.path()));
    } catch (EnvironmentException missing) {
      return Finding.broken("llvm", missing.getMessage());
    }
  }

  /** Needed for artifacts only. */
  private static Finding linker() {
    try {
      return LlvmLibrary.host()
          .linker()
          .map(path -> Finding.ok("linker", path.toString()))
          .orElseGet(
              () -> Finding.absent("linker", "no lld beside LLVM; compile uses ld or cc on PATH"));
    } catch (EnvironmentException noLlvm) {
      return Finding.absent("linker", "unknown without LLVM");
    }
  }

  private static Finding processor() {
    try {
      CpuTarget host = HostCpu.detect(Runtime.getRuntime().availableProcessors());
      return Finding.ok(
          "processor",
          "%s, %d threads, vectors of %d bits, caches of %d, %d and %d KiB"
              .formatted(
                  host.text(),
                  host.threads(),
                  host.vectorBits(),
                  host.l1Bytes() >> 10,
                  host.l2Bytes() >> 10,
                  host.l3Bytes() >> 10));
    } catch (EnvironmentException noLlvm) {
      return Finding.broken("processor", "unknown without LLVM");
    }
  }

  private static Finding peers() {
    List<Peer> peers = Peers.all();
    if (peers.isEmpty()) {
      return Finding.absent("peers", "none on the class path; bench --against needs one");
    }
    return Finding.ok(
        "peers",
        peers.stream()
            .map(peer -> "%s %s".formatted(peer.name(), peer.version()))
            .collect(Collectors.joining(", ")));
  }
}
