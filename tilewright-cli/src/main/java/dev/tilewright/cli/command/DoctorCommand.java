package dev.tilewright.cli.command;

import dev.tilewright.base.EnvironmentException;
import dev.tilewright.cli.doctor.Examination;
import dev.tilewright.cli.doctor.Finding;
import dev.tilewright.cli.option.JsonOption;
import dev.tilewright.cli.output.Colors;
import dev.tilewright.cli.output.JsonOutput;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code tilewright doctor}: says what of the machine is usable and what is missing. */
@Command(name = "doctor", description = "Say what of this machine is usable and what is missing.")
final class DoctorCommand extends BaseCommand {
  @Mixin private JsonOption json;

  @Override
  void run() {
    List<Finding> findings = Examination.run();
    if (json.isJson()) {
      JsonOutput.print(out(), findings);
    } else {
      findings.forEach(this::print);
    }
    long broken =
        findings.stream().filter(finding -> finding.status() == Finding.Status.BROKEN).count();
    if (broken > 0) {
      throw new EnvironmentException(
          "doctor: %d of %d findings must be mended".formatted(broken, findings.size()));
    }
  }

  private void print(Finding finding) {
    String mark =
        switch (finding.status()) {
          case OK -> Colors.paint("@|green ok    |@");
          case ABSENT -> Colors.paint("@|yellow absent|@");
          case BROKEN -> Colors.paint("@|bold,red broken|@");
        };
    out().println("%s  %-12s %s".formatted(mark, finding.what(), finding.detail()));
  }
}
