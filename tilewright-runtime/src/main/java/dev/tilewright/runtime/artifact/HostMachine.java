package dev.tilewright.runtime.artifact;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What this machine can execute, as the operating system says it.
 *
 * @param flags the processor's features in Linux's names without punctuation; empty if unknown
 */
record HostMachine(String system, String architecture, Set<String> flags) {
  private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

  /** Features that Linux calls otherwise than LLVM. */
  private static final Map<String, String> LINUX_NAMES =
      Map.of(
          "sse3", "pni",
          "bmi", "bmi1",
          "neon", "asimd",
          "fullfp16", "asimdhp",
          "dotprod", "asimddp");

  /**
   * The features that vector code depends on. Linux does not list all others, so nothing can be
   * said about those; nor about sse4a, which some virtual machines have but do not list.
   */
  private static final Pattern LISTED =
      Pattern.compile(
          "(sse(?!4a)|ssse|avx|amx|sve|sme).*|fma|f16c|bmi|bmi2|neon|fullfp16|dotprod|i8mm|bf16");

  static HostMachine detect() {
    String flags = "";
    try {
      if (Files.isReadable(CPU_INFO)) {
        flags =
            Files.readString(CPU_INFO)
                .lines()
                .filter(line -> line.startsWith("flags") || line.startsWith("Features"))
                .findFirst()
                .orElse("");
      }
    } catch (IOException unknown) {
      flags = "";
    }
    return of(System.getProperty("os.name"), System.getProperty("os.arch"), flags);
  }

  /**
   * @param flagsLine the line {@code flags: …} (x86) or {@code Features: …} (Arm) of Linux
   */
  static HostMachine of(String system, String architecture, String flagsLine) {
    Set<String> flags =
        Arrays.stream(flagsLine.substring(flagsLine.indexOf(':') + 1).split("\\s+"))
            .filter(flag -> !flag.isEmpty())
            .map(HostMachine::plain)
            .collect(Collectors.toUnmodifiableSet());
    return new HostMachine(system, architecture, flags);
  }

  /** True if the first and third part of the triple name this architecture and system. */
  boolean hasArchitectureOf(String triple) {
    String lower = triple.toLowerCase(Locale.ROOT);
    boolean sameArchitecture =
        switch (architecture) {
          case "amd64", "x86_64" -> lower.startsWith("x86_64");
          case "aarch64", "arm64" -> lower.startsWith("aarch64") || lower.startsWith("arm64");
          default -> lower.startsWith(architecture);
        };
    boolean mac = system.toLowerCase(Locale.ROOT).startsWith("mac");
    boolean sameSystem =
        mac
            ? lower.contains("apple")
            : lower.contains(system.toLowerCase(Locale.ROOT).split(" ")[0]);
    return sameArchitecture && sameSystem;
  }

  /** False only if the processor is known not to have the feature. */
  boolean has(String llvmFeature) {
    if (flags.isEmpty() || !llvmFeature.startsWith("+")) {
      return true;
    }
    String name = llvmFeature.substring(1);
    return !LISTED.matcher(name).matches()
        || flags.contains(LINUX_NAMES.getOrDefault(name, plain(name)));
  }

  String description() {
    return "%s %s".formatted(architecture, system);
  }

  private static String plain(String name) {
    return name.replaceAll("[._-]", "");
  }
}
