package dev.tilewright.cli.command;

import dev.tilewright.cli.option.OverwriteOption;
import dev.tilewright.cli.option.RecordFileParameter;
import dev.tilewright.cli.records.RecordCsv;
import dev.tilewright.runtime.io.AtomicFile;
import dev.tilewright.search.record.RecordFile;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tilewright records export FILE --csv}. */
@Command(name = "export", description = "Write all records in a format of other programs.")
final class RecordsExportCommand extends BaseCommand {
  /** Which format; one of them. */
  private static final class Format {
    @Option(
        names = "--csv",
        required = true,
        description = "Comma-separated values with a line of headings.")
    private boolean csv;
  }

  @Mixin private RecordFileParameter file;

  @ArgGroup(multiplicity = "1")
  private Format format;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "The file to write (default: standard output).")
  private Optional<Path> output = Optional.empty();

  @Mixin private OverwriteOption overwrite;

  @Override
  void run() {
    RecordFile records = file.open(warnings());
    if (output.isEmpty()) {
      export(records, out());
      return;
    }
    AtomicFile.write(
        output.get(),
        overwrite.existing(),
        stream -> {
          PrintWriter writer =
              new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8));
          export(records, writer);
          if (writer.checkError()) {
            throw new IOException("writing failed");
          }
        });
    out().println(output.get());
  }

  private static void export(RecordFile records, PrintWriter out) {
    RecordCsv csv = new RecordCsv(out);
    records.forEach(csv::add);
  }
}
