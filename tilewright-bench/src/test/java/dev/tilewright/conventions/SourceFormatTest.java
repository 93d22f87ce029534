package dev.tilewright.conventions;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** All sources are in google-java-format style; {@code dev/format} rewrites those that are not. */
class SourceFormatTest {
  @Test
  void everySourceFileIsFormatted() {
    List<Path> differing =
        Project.sources().parallelStream()
            .filter(file -> !isFormatted(read(file)))
            .map(file -> Project.root().relativize(file))
            .toList();
    assertThat(differing).as("run dev/format on").isEmpty();
  }

  @Test
  void noticesAFileThatIsNot() {
    assertThat(isFormatted("class A {\n  int  x;\n}\n")).isFalse();
    assertThat(isFormatted("class A {\n  int x;\n}\n")).isTrue();
  }

  private static boolean isFormatted(String source) {
    try {
      return new Formatter().formatSourceAndFixImports(source).equals(source);
    } catch (FormatterException malformed) {
      throw new IllegalStateException(malformed);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
