package dev.tilewright.core.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Compares text with a golden file, {@code src/test/resources/golden/TestClass/testName.txt}. The
 * system property {@code golden.update=true} writes the files instead; the diff is then reviewed
 * like code.
 */
public final class Golden {
  private static final Path FOLDER = Path.of("src", "test", "resources", "golden");

  private Golden() {}

  /** Fails unless the text is exactly that of the golden file. */
  public static void check(Class<?> test, String name, String text) {
    Path file = FOLDER.resolve(test.getSimpleName()).resolve(name + ".txt");
    try {
      if (Boolean.getBoolean("golden.update")) {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
      }
      String hint = "run with -Dgolden.update=true to accept the new text of " + file;
      assertThat(file).as(hint).exists();
      assertThat(text).as(hint).isEqualTo(Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException("golden file " + file, e);
    }
  }
}
