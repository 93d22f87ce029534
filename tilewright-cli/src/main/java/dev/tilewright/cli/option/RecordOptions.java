package dev.tilewright.cli.option;

import dev.tilewright.core.target.CpuTarget;
import dev.tilewright.search.record.RecordFile;
import dev.tilewright.search.record.RecordIndex;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import picocli.CommandLine.Option;

/** Where tuning records are kept. */
public final class RecordOptions {
  @Option(
      names = "--records",
      paramLabel = "FILE",
      defaultValue = "tilewright-records.jsonl",
      description = "File of tuning records (default: ${DEFAULT-VALUE}).")
  private Path file;

  /** Where the file is or will be. */
  public Path file() {
    return file;
  }

  /** The file, which need not exist. */
  public RecordFile open(Consumer<String> warnings) {
    return new RecordFile(file, warnings);
  }

  /** The best records for a target. */
  public RecordIndex index(CpuTarget target, Consumer<String> warnings) {
    return RecordIndex.read(List.of(open(warnings)), target.text(), target.threads());
  }
}
