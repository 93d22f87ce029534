package dev.tilewright.cli.command;

import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code tilewright completion}: prints what lets a shell complete commands and options. */
@Command(
    name = "completion",
    description = {
      "Print a script that completes commands and options in bash and zsh.",
      "In bash: source <(tilewright completion)",
      "In zsh: autoload -U +X bashcompinit && bashcompinit, then the same."
    })
final class CompletionCommand extends BaseCommand {
  @Spec private CommandSpec spec;

  @Override
  void run() {
    out().print(AutoComplete.bash("tilewright", spec.root().commandLine()));
  }
}
