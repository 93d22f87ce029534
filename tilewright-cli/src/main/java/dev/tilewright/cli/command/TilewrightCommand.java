package dev.tilewright.cli.command;

import dev.tilewright.cli.option.CommonOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The top: names the commands. */
@Command(
    name = "tilewright",
    description = "Tunes, compiles and runs neural networks on this machine.",
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      DoctorCommand.class,
      OpsCommand.class,
      TasksCommand.class,
      TuneCommand.class,
      ShowCommand.class,
      CompileCommand.class,
      RunCommand.class,
      BenchCommand.class,
      RecordsCommand.class,
      CompletionCommand.class
    })
public final class TilewrightCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Mixin private CommonOptions common;

  @Option(names = "--version", versionHelp = true, description = "Show the version.")
  private boolean version;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "which command? expected one");
  }
}
