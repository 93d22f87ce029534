package dev.tilewright.cli.command;

import dev.tilewright.cli.option.JsonOption;
import dev.tilewright.cli.option.RecordFileParameter;
import dev.tilewright.cli.output.JsonOutput;
import dev.tilewright.cli.records.RecordList;
import dev.tilewright.cli.records.RecordRow;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code tilewright records best FILE}. */
@Command(
    name = "best",
    description = "List the fastest record of each workload, target and number of threads.")
final class RecordsBestCommand extends BaseCommand {
  @Mixin private RecordFileParameter file;
  @Mixin private JsonOption json;

  @Override
  void run() {
    List<RecordRow> rows =
        file.open(warnings()).fastest(1).values().stream()
            .map(records -> RecordRow.of(records.getFirst()))
            .toList();
    if (json.isJson()) {
      JsonOutput.print(out(), rows);
    } else {
      RecordList list = new RecordList(out());
      rows.forEach(list::add);
    }
  }
}
