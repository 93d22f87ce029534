package dev.tilewright.cli.command;

import dev.tilewright.base.UserException;
import dev.tilewright.cli.option.RecordFileParameter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tilewright records prune FILE --keep K}. */
@Command(
    name = "prune",
    description = {
      "Keep the fastest schedules of each workload, target and number of threads.",
      "Failures go, too, so that a later tuning run may try these candidates again."
    })
final class RecordsPruneCommand extends BaseCommand {
  @Mixin private RecordFileParameter file;

  @Option(
      names = "--keep",
      paramLabel = "K",
      required = true,
      description = "How many schedules to keep, at least 1.")
  private int count;

  @Override
  void run() {
    if (count < 1) {
      throw new UserException("--keep %d: expected at least 1".formatted(count));
    }
    long dropped = file.open(warnings()).prune(count);
    out().printf("%d records dropped%n", dropped);
  }
}
