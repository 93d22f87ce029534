package dev.tilewright.runtime.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilewright.base.EnvironmentException;
import dev.tilewright.base.UserException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtomicFileTest {
  @TempDir private Path folder;

  @Test
  void writesIntoAFolderThatDoesNotExistYet() throws IOException {
    Path file = folder.resolve("a/b/file");
    AtomicFile.write(file, Existing.KEEP, text("new"));
    assertThat(Files.readString(file)).isEqualTo("new");
  }

  @Test
  void aFailureLeavesTheOldFileAndNothingElse() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "old");
    AtomicFile.Contents failing =
        out -> {
          out.write('x');
          throw new IOException("No space left on device");
        };
    assertThatThrownBy(() -> AtomicFile.write(file, Existing.REPLACE, failing))
        .isInstanceOf(EnvironmentException.class)
        .hasMessage(
            "file %s: it cannot be written: No space left on device; expected a writable folder with enough space"
                .formatted(file));
    assertThat(Files.readString(file)).isEqualTo("old");
    assertThat(filesIn(folder)).containsExactly("file");
  }

  @Test
  void replacesOnlyWhereThatIsAskedFor() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "old");
    assertThatThrownBy(() -> AtomicFile.write(file, Existing.KEEP, text("new")))
        .isInstanceOf(UserException.class);
    assertThat(Files.readString(file)).isEqualTo("old");
    AtomicFile.write(file, Existing.REPLACE, text("new"));
    assertThat(Files.readString(file)).isEqualTo("new");
  }

  @Test
  void refusesAFolderAndAFileAsFolder() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "old");
    assertThatThrownBy(() -> AtomicFile.write(folder, Existing.REPLACE, text("")))
        .isInstanceOf(UserException.class)
        .hasMessageContaining("it is a folder");
    assertThatThrownBy(() -> AtomicFile.write(file.resolve("x"), Existing.KEEP, text("")))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("cannot be written");
  }

  private static AtomicFile.Contents text(String text) {
    return out -> out.write(text.getBytes(StandardCharsets.UTF_8));
  }

  private static List<String> filesIn(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }
}
