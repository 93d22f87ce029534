package dev.tilewright.codegen;

import dev.tilewright.base.EnvironmentException;
import dev.tilewright.codegen.llvm.Llvm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The LLVM library of this process. It is looked for in this order:
 *
 * <ol>
 *   <li>the path in the system property {@value #PROPERTY}, else in the environment variable
 *       {@value #VARIABLE}; if one is set, no other place is tried;
 *   <li>the library inside the Maven artifact {@code org.bytedeco:llvm} on the class path, unpacked
 *       once into a per-user cache directory;
 *   <li>an LLVM of the system, version 17 or later.
 * </ol>
 */
public final class LlvmLibrary {
  /** System property with the path of a libLLVM. */
  public static final String PROPERTY = "tilewright.llvm";

  /** Environment variable with the path of a libLLVM. */
  public static final String VARIABLE = "TILEWRIGHT_LLVM";

  private final Llvm llvm;
  private final Path path;
  private final Optional<Path> linker;

  private LlvmLibrary(Path path, Optional<Path> linker) {
    this.llvm = Llvm.load(path);
    this.path = path;
    this.linker = linker;
  }

  /**
   * The library, looked for and loaded on the first call.
   *
   * @throws EnvironmentException if there is none; the message says what was tried
   */
  public static LlvmLibrary host() {
    return switch (Host.SEARCH) {
      case Found(LlvmLibrary library) -> library;
      case Missing(String message) -> throw new EnvironmentException(message);
    };
  }

  /** Where the library lies. */
  public Path path() {
    return path;
  }

  /** Its version, for example {@code 20.1.7}. */
  public String version() {
    return llvm.version();
  }

  /** The {@code lld} that belongs to the library; empty if only the system's linker can be used. */
  public Optional<Path> linker() {
    return linker;
  }

  Llvm llvm() {
    return llvm;
  }

  private sealed interface Search permits Found, Missing {}

  private record Found(LlvmLibrary library) implements Search {}

  private record Missing(String message) implements Search {}

  /** Initialised by the first use, once for the process. */
  private static final class Host {
    static final Search SEARCH = search();
  }

  private static Search search() {
    Optional<String> override =
        Optional.ofNullable(System.getProperty(PROPERTY))
            .or(() -> Optional.ofNullable(System.getenv(VARIABLE)));
    List<String> tried = new ArrayList<>();
    try {
      if (override.isPresent()) {
        return new Found(atOverride(Path.of(override.get()).toAbsolutePath()));
      }
      Optional<LlvmLibrary> bundled = inBundle(tried);
      return new Found(bundled.or(() -> inSystem(tried)).orElseThrow(() -> missing(tried)));
    } catch (EnvironmentException notFound) {
      return new Missing(notFound.getMessage());
    }
  }

  private static LlvmLibrary atOverride(Path path) {
    if (!Files.isRegularFile(path)) {
      throw new EnvironmentException(
          "LLVM: %s does not exist; expected the path of a libLLVM in property %s or variable %s"
              .formatted(path, PROPERTY, VARIABLE));
    }
    return new LlvmLibrary(
        path, Optional.of(path.resolveSibling("lld")).filter(Files::isExecutable));
  }

  private static Optional<LlvmLibrary> inBundle(List<String> tried) {
    Optional<LlvmBundle> bundle = LlvmBundle.find(tried);
    if (bundle.isEmpty()) {
      return Optional.empty();
    }
    try {
      LlvmBundle.Unpacked files = bundle.get().unpack(CacheDirectory.user());
      return Optional.of(new LlvmLibrary(files.library(), files.linker()));
    } catch (EnvironmentException notUsable) {
      tried.add(notUsable.getMessage());
      return Optional.empty();
    }
  }

  private static Optional<LlvmLibrary> inSystem(List<String> tried) {
    for (Path candidate : SystemLlvm.candidates()) {
      try {
        return Optional.of(new LlvmLibrary(candidate, Optional.empty()));
      } catch (EnvironmentException notUsable) {
        tried.add(notUsable.getMessage());
      }
    }
    tried.add("no libLLVM of version 17 or later in the system's library folders");
    return Optional.empty();
  }

  private static EnvironmentException missing(List<String> tried) {
    return new EnvironmentException(
        "LLVM: no usable library (%s); set %s to a libLLVM of version 17 or later"
            .formatted(String.join("; ", tried), VARIABLE));
  }
}
