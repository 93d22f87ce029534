package dev.tilewright.codegen;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Where systems install LLVM. */
final class SystemLlvm {
  private static final int NEWEST = 22;
  private static final int OLDEST = 17;
  private static final List<String> FOLDERS =
      List.of(
          "/usr/lib/llvm-%d/lib",
          "/usr/lib/llvm%d/lib",
          "/usr/lib64/llvm%d/lib",
          "/usr/lib/x86_64-linux-gnu",
          "/usr/lib/aarch64-linux-gnu",
          "/usr/lib64",
          "/usr/lib",
          "/opt/homebrew/opt/llvm@%d/lib",
          "/usr/local/opt/llvm@%d/lib");
  private static final List<String> NAMES =
      List.of("libLLVM.so.%d.1", "libLLVM-%d.so", "libLLVM-%d.so.1", "libLLVM.dylib");

  private SystemLlvm() {}

  /** The libraries that exist, newest version first. */
  static List<Path> candidates() {
    List<Path> candidates = new ArrayList<>();
    for (int version = NEWEST; version >= OLDEST; version--) {
      for (String folder : FOLDERS) {
        for (String name : NAMES) {
          Path path = Path.of(folder.formatted(version), name.formatted(version));
          if (Files.isRegularFile(path)) {
            candidates.add(path);
          }
        }
      }
    }
    return candidates.stream().distinct().toList();
  }
}
