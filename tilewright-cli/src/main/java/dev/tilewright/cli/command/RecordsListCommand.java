package dev.tilewright.cli.command;

import dev.tilewright.cli.option.JsonOption;
import dev.tilewright.cli.option.RecordFileParameter;
import dev.tilewright.cli.output.JsonOutput;
import dev.tilewright.cli.records.RecordList;
import dev.tilewright.cli.records.RecordRow;
import dev.tilewright.search.record.RecordFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code tilewright records list FILE}. */
@Command(name = "list", description = "List all records.")
final class RecordsListCommand extends BaseCommand {
  @Mixin private RecordFileParameter file;
  @Mixin private JsonOption json;

  @Override
  void run() {
    RecordFile records = file.open(warnings());
    if (json.isJson()) {
      try (JsonOutput.Items items = JsonOutput.items(out())) {
        records.forEach(record -> items.add(RecordRow.of(record)));
      }
    } else {
      RecordList list = new RecordList(out());
      records.forEach(record -> list.add(RecordRow.of(record)));
    }
  }
}
