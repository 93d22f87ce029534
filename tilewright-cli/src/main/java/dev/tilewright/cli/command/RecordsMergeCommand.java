package dev.tilewright.cli.command;

import dev.tilewright.cli.option.RecordFileParameter;
import dev.tilewright.search.record.RecordFile;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code tilewright records merge FILE OTHER…}. */
@Command(name = "merge", description = "Add the records of other files that a file lacks.")
final class RecordsMergeCommand extends BaseCommand {
  @Parameters(index = "0", paramLabel = "FILE", description = "The file that is added to.")
  private Path file;

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "OTHER",
      description = "Files whose records are added.")
  private List<Path> others;

  @Override
  void run() {
    List<RecordFile> sources =
        others.stream().map(other -> RecordFileParameter.open(other, warnings())).toList();
    long added = new RecordFile(file, warnings()).merge(sources);
    out().printf("%d records added to %s%n", added, file);
  }
}
