package dev.tilewright.cli.option;

import dev.tilewright.core.target.Target;
import dev.tilewright.search.record.RecordFile;
import dev.tilewright.search.record.RecordIndex;
import dev.tilewright.search.rule.WinogradOption;
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

  /** The best records for a target, of the algorithms that are allowed. */
  public RecordIndex index(Target target, WinogradOption winograd, Consumer<String> warnings) {
    RecordFile allowed = open(warnings).using(record -> winograd.allows(record.steps()));
    return RecordIndex.read(List.of(allowed), target.text(), target.threads());
  }
}
