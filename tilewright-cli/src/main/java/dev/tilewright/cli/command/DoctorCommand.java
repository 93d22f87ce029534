package dev.tilewright.cli.command;

import dev.tilewright.cli.doctor.Examination;
import dev.tilewright.cli.doctor.Finding;
import dev.tilewright.cli.option.CommonOptions;
import dev.tilewright.cli.option.JsonOption;
import dev.tilewright.cli.output.Colors;
import dev.tilewright.cli.output.JsonOutput;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code tilewright doctor}: says what of the machine is usable and what is missing. */
@Command(name = "doctor", description = "Say what of this machine is usable and what is missing.")
final class DoctorCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private CommonOptions common;
  @Mixin private JsonOption json;

  @Override
  public Integer call() {
    List<Finding> findings = Examination.run();
    PrintWriter out = spec.commandLine().getOut();
    if (json.isJson()) {
      JsonOutput.print(out, findings);
    } else {
      findings.forEach(finding -> print(out, finding));
    }
    return findings.stream().anyMatch(finding -> finding.status() == Finding.Status.BROKEN) ? 1 : 0;
  }

  private static void print(PrintWriter out, Finding finding) {
    String mark =
        switch (finding.status()) {
          case OK -> Colors.paint("@|green ok    |@");
          case ABSENT -> Colors.paint("@|yellow absent|@");
          case BROKEN -> Colors.paint("@|bold,red broken|@");
        };
    out.println("%s  %-12s %s".formatted(mark, finding.what(), finding.detail()));
  }
}
