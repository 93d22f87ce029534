package dev.tilewright.cli.option;

import dev.tilewright.base.UserException;
import dev.tilewright.search.record.RecordFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import picocli.CommandLine.Parameters;

/** The record file that a command works on. */
public final class RecordFileParameter {
  @Parameters(index = "0", paramLabel = "FILE", description = "The record file.")
  private Path file;

  /**
   * The file.
   *
   * @param warnings receives one line for each line of the file that is skipped
   * @throws UserException if it does not exist
   */
  public RecordFile open(Consumer<String> warnings) {
    return open(file, warnings);
  }

  /** The same for another file. */
  public static RecordFile open(Path file, Consumer<String> warnings) {
    if (!Files.exists(file)) {
      throw new UserException("record file %s: it does not exist".formatted(file));
    }
    return new RecordFile(file, warnings);
  }
}
