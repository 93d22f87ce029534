package dev.tilewright.cli.command;

import static dev.tilewright.cli.output.Table.left;
import static dev.tilewright.cli.output.Table.right;

import dev.tilewright.base.UserException;
import dev.tilewright.cli.option.JsonOption;
import dev.tilewright.cli.output.JsonOutput;
import dev.tilewright.cli.output.Table;
import dev.tilewright.cli.output.Units;
import dev.tilewright.search.record.LatestRecords;
import dev.tilewright.search.record.Outcome;
import dev.tilewright.search.record.RecordFile;
import dev.tilewright.search.record.TuningRecord;
import dev.tilewright.search.record.WorkloadKey;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tilewright records}: looks into and changes record files. */
@Command(
    name = "records",
    description = "Work on files of tuning records.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      RecordsCommand.ListRecords.class,
      RecordsCommand.Best.class,
      RecordsCommand.Drop.class,
      RecordsCommand.Merge.class
    })
final class RecordsCommand extends BaseCommand {
  @Spec private CommandSpec spec;

  @Override
  void run() {
    throw new ParameterException(
        spec.commandLine(), "which command? expected list, best, drop or merge");
  }

  /** A record as programs read it. */
  private record Row(
      String key,
      String workload,
      String target,
      int threads,
      OptionalDouble micros,
      String result,
      String time) {
    static Row of(TuningRecord record) {
      OptionalDouble micros =
          record.isValid() ? OptionalDouble.of(record.cost()) : OptionalDouble.empty();
      String result =
          switch (record.outcome()) {
            case Outcome.Measured measured -> "ok";
            case Outcome.Failed(var error, String message) -> error.words();
          };
      return new Row(
          record.key().hex(),
          record.workload(),
          record.target(),
          record.threads(),
          micros,
          result,
          record.time().toString());
    }
  }

  private static void print(BaseCommand command, JsonOption json, List<Row> rows) {
    if (json.isJson()) {
      JsonOutput.print(command.out(), rows);
      return;
    }
    Table table =
        new Table(
            List.of(
                left("key"),
                left("workload"),
                left("target"),
                right("threads"),
                right("time"),
                left("result"),
                left("measured at")));
    for (Row row : rows) {
      table.row(
          row.key(),
          row.workload(),
          row.target(),
          Integer.toString(row.threads()),
          Units.time(row.micros()),
          row.result(),
          row.time());
    }
    table.print(command.out());
  }

  private static RecordFile open(BaseCommand command, Path file) {
    if (!Files.exists(file)) {
      throw new UserException("record file %s: it does not exist".formatted(file));
    }
    return new RecordFile(file, command.warnings());
  }

  /** {@code records list FILE}. */
  @Command(name = "list", description = "List all records.")
  static final class ListRecords extends BaseCommand {
    @Parameters(paramLabel = "FILE", description = "The record file.")
    private Path file;

    @Mixin private JsonOption json;

    @Override
    void run() {
      List<Row> rows = new ArrayList<>();
      open(this, file).forEach(record -> rows.add(Row.of(record)));
      print(this, json, rows);
    }
  }

  /** {@code records best FILE}. */
  @Command(
      name = "best",
      description = "List the fastest record of each workload, target and number of threads.")
  static final class Best extends BaseCommand {
    private record Group(WorkloadKey key, String target, int threads) {}

    @Parameters(paramLabel = "FILE", description = "The record file.")
    private Path file;

    @Mixin private JsonOption json;

    @Override
    void run() {
      Map<Group, LatestRecords> groups = new LinkedHashMap<>();
      open(this, file)
          .forEach(
              record ->
                  groups
                      .computeIfAbsent(
                          new Group(record.key(), record.target(), record.threads()),
                          group -> new LatestRecords())
                      .add(record));
      print(
          this,
          json,
          groups.values().stream().flatMap(group -> group.best().stream()).map(Row::of).toList());
    }
  }

  /** {@code records drop FILE --workload KEY}. */
  @Command(
      name = "drop",
      description = "Remove all records of a workload, which then has its default schedule.")
  static final class Drop extends BaseCommand {
    @Parameters(paramLabel = "FILE", description = "The record file.")
    private Path file;

    @Option(
        names = "--workload",
        paramLabel = "KEY",
        required = true,
        description = "The key that `records list` and `tasks --json` print.")
    private String key;

    @Override
    void run() {
      WorkloadKey workload = new WorkloadKey(key);
      long dropped = open(this, file).drop(record -> record.key().equals(workload));
      out().printf("%d records dropped%n", dropped);
    }
  }

  /** {@code records merge FILE OTHER…}. */
  @Command(name = "merge", description = "Add the records of other files that a file lacks.")
  static final class Merge extends BaseCommand {
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
      List<RecordFile> sources = others.stream().map(other -> open(this, other)).toList();
      long added = new RecordFile(file, warnings()).merge(sources);
      out().printf("%d records added to %s%n", added, file);
    }
  }
}
