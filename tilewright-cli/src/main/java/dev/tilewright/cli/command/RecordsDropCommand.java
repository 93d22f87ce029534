package dev.tilewright.cli.command;

import dev.tilewright.cli.option.RecordFileParameter;
import dev.tilewright.cli.workload.TaskReference;
import dev.tilewright.search.record.WorkloadKey;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tilewright records drop FILE --workload KEY|--task MODEL#N}. */
@Command(
    name = "drop",
    description = "Remove all records of a workload, which then has its default schedule.")
final class RecordsDropCommand extends BaseCommand {
  /** Which workload; one of them. */
  private static final class Which {
    @Option(
        names = "--workload",
        paramLabel = "KEY",
        description = "The key that `records stats` and `tasks --json` print.")
    private Optional<String> key = Optional.empty();

    @Option(
        names = "--task",
        paramLabel = "OP|MODEL#N",
        description = "An operator, or a network and the number that `tasks` prints.")
    private Optional<String> task = Optional.empty();

    private WorkloadKey resolve() {
      return key.map(WorkloadKey::new)
          .or(() -> task.map(reference -> TaskReference.resolve(reference).key()))
          .orElseThrow();
    }
  }

  @Mixin private RecordFileParameter file;

  @ArgGroup(multiplicity = "1")
  private Which which;

  @Override
  void run() {
    WorkloadKey workload = which.resolve();
    long dropped = file.open(warnings()).drop(record -> record.key().equals(workload));
    out().printf("%d records dropped%n", dropped);
  }
}
