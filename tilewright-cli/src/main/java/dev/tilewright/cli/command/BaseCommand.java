package dev.tilewright.cli.command;

import dev.tilewright.cli.option.CommonOptions;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** What all commands have: where to print, and the options that every command takes. */
abstract class BaseCommand implements Callable<Integer> {
  private static final int OK = 0;

  @Spec private CommandSpec spec;
  @Mixin private CommonOptions common;

  /** Does the work; what fails is thrown. */
  abstract void run();

  @Override
  public Integer call() {
    run();
    return OK;
  }

  PrintWriter out() {
    return spec.commandLine().getOut();
  }

  PrintWriter err() {
    return spec.commandLine().getErr();
  }

  boolean isVerbose() {
    return common.isVerbose();
  }

  /** Shows something that is worth knowing but stops nothing. */
  Consumer<String> warnings() {
    return message -> err().println("tilewright: warning: " + message);
  }
}
