package dev.tilewright.codegen;

import dev.tilewright.base.EnvironmentException;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The native files that the Maven artifact {@code org.bytedeco:llvm} holds for this platform.
 *
 * @param library the resource with the LLVM library
 * @param libraryName the file name by which {@code lld} looks for the library beside itself
 * @param linker the resource with {@code lld}
 */
record LlvmBundle(URL library, String libraryName, Optional<URL> linker) {
  /**
   * The unpacked files.
   *
   * @param linker {@code lld}, if the artifact has one
   */
  record Unpacked(Path library, Optional<Path> linker) {}

  /** The artifact on the class path; if there is none, {@code tried} gets a line that says so. */
  static Optional<LlvmBundle> find(List<String> tried) {
    boolean mac = System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("mac");
    String arch =
        switch (System.getProperty("os.arch")) {
          case "amd64", "x86_64" -> "x86_64";
          case "aarch64", "arm64" -> "arm64";
          case String other -> other;
        };
    String platform = (mac ? "macosx-" : "linux-") + arch;
    String folder = "org/bytedeco/llvm/" + platform + "/";
    Optional<URL> library = resource(folder + (mac ? "libLLVM.dylib" : "libLLVM.so"));
    if (library.isEmpty()) {
      tried.add(
          "the artifact org.bytedeco:llvm with classifier %s is not on the class path"
              .formatted(platform));
    }
    return library.map(
        url ->
            new LlvmBundle(
                url, mac ? "libLLVM.dylib" : "libLLVM.so.20.1", resource(folder + "lld")));
  }

  /**
   * Puts the files into a folder of the cache, unless they are there already.
   *
   * @throws EnvironmentException if that fails, for example because the disk is full
   */
  Unpacked unpack(Path cache) {
    try {
      BundledFile libraryFile = BundledFile.of(library);
      Path folder = cache.resolve("llvm-%08x".formatted(libraryFile.crc()));
      Path unpackedLibrary = folder.resolve(libraryName);
      libraryFile.unpack(unpackedLibrary);
      if (linker.isEmpty()) {
        return new Unpacked(unpackedLibrary, Optional.empty());
      }
      Path unpackedLinker = folder.resolve("lld");
      BundledFile.of(linker.get()).unpack(unpackedLinker);
      return new Unpacked(unpackedLibrary, Optional.of(unpackedLinker));
    } catch (IOException failed) {
      throw new EnvironmentException(
          "LLVM: cannot unpack it into %s (%s); free 200 MB there or set XDG_CACHE_HOME to a folder"
                  .formatted(cache, failed.getMessage())
              + " that can be written",
          failed);
    }
  }

  private static Optional<URL> resource(String name) {
    return Optional.ofNullable(ClassLoader.getSystemResource(name))
        .or(
            () ->
                Optional.ofNullable(Thread.currentThread().getContextClassLoader())
                    .map(loader -> loader.getResource(name)));
  }
}
