package dev.tilewright.graph;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/** Models with expected results, which lie beside the repository and not in it. */
public final class SharedData {
  private SharedData() {}

  /** A path under {@code shared/onnx}; skips the test, with a message, if it is not there. */
  public static Path require(String path) {
    Path found = Path.of("..", "..", "shared", "onnx").resolve(path);
    assumeTrue(Files.exists(found), () -> "skipped: no model data at " + found);
    return found;
  }
}
