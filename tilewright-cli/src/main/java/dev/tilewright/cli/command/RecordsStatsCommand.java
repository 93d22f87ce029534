package dev.tilewright.cli.command;

import static dev.tilewright.cli.output.Table.left;
import static dev.tilewright.cli.output.Table.right;

import dev.tilewright.cli.option.JsonOption;
import dev.tilewright.cli.option.RecordFileParameter;
import dev.tilewright.cli.output.JsonOutput;
import dev.tilewright.cli.output.Table;
import dev.tilewright.cli.output.Units;
import dev.tilewright.cli.records.RecordStatistics;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code tilewright records stats FILE}. */
@Command(
    name = "stats",
    description = "Count the records of each workload, target and number of threads.")
final class RecordsStatsCommand extends BaseCommand {
  @Mixin private RecordFileParameter file;
  @Mixin private JsonOption json;

  @Override
  void run() {
    RecordStatistics statistics = new RecordStatistics();
    RecordStatistics.Summary summary =
        statistics.summary(file.open(warnings()).fastest(1, statistics::add));
    if (json.isJson()) {
      JsonOutput.print(out(), summary);
      return;
    }
    table(summary).print(out());
    out().printf("%d records%s%n", summary.records(), failures(summary));
    out().println("written by Tilewright " + String.join(", ", summary.tools()));
  }

  private static Table table(RecordStatistics.Summary summary) {
    Table table =
        new Table(
            List.of(
                left("key"),
                left("target"),
                right("threads"),
                right("records"),
                right("failed"),
                right("best"),
                left("first"),
                left("last"),
                left("workload")));
    for (RecordStatistics.Row row : summary.groups()) {
      table.row(
          row.key(),
          row.target(),
          Integer.toString(row.threads()),
          Long.toString(row.records()),
          Long.toString(row.failed()),
          Units.time(row.bestMicros()),
          row.first(),
          row.last(),
          row.workload());
    }
    return table;
  }

  private static String failures(RecordStatistics.Summary summary) {
    if (summary.failures().isEmpty()) {
      return "";
    }
    return summary.failures().entrySet().stream()
        .sorted((a, b) -> Long.compare(b.getValue(), a.getValue()))
        .map(entry -> entry.getValue() + " " + entry.getKey().words())
        .collect(Collectors.joining(", ", "; failed: ", ""));
  }
}
