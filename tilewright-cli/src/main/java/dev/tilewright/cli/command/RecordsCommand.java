package dev.tilewright.cli.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code tilewright records}: looks into and changes record files. */
@Command(
    name = "records",
    description = {
      "Work on files of tuning records.",
      "Lines that are no records are skipped with a warning and stay in the file.",
      "Files are replaced as a whole, also while a tuning run appends to them."
    },
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      RecordsListCommand.class,
      RecordsStatsCommand.class,
      RecordsBestCommand.class,
      RecordsDropCommand.class,
      RecordsPruneCommand.class,
      RecordsMergeCommand.class,
      RecordsExportCommand.class
    })
final class RecordsCommand extends BaseCommand {
  @Spec private CommandSpec spec;

  @Override
  void run() {
    throw new ParameterException(
        spec.commandLine(),
        "which command? expected one of "
            + String.join(", ", spec.commandLine().getSubcommands().keySet()));
  }
}
