package dev.tilewright.codegen;

import java.nio.file.Path;

/** Where Tilewright keeps what it can make again. */
final class CacheDirectory {
  private CacheDirectory() {}

  /** {@code $XDG_CACHE_HOME/tilewright}, or {@code ~/.cache/tilewright} without that variable. */
  static Path user() {
    String configured = System.getenv("XDG_CACHE_HOME");
    Path base =
        configured == null || configured.isBlank()
            ? Path.of(System.getProperty("user.home"), ".cache")
            : Path.of(configured);
    return base.resolve("tilewright").toAbsolutePath();
  }
}
