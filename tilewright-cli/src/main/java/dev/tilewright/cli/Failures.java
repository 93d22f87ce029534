package dev.tilewright.cli;

import dev.tilewright.base.EnvironmentException;
import dev.tilewright.base.InternalException;
import dev.tilewright.base.UserException;
import dev.tilewright.cli.option.CommonOptions;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** How a command that fails ends: one line on the error stream and an exit code. */
final class Failures {
  private static final int FAILED = 1;
  private static final int WRONG_REQUEST = 2;

  private Failures() {}

  /** For what a command throws; the stack trace is shown only where {@code -v} asks for it. */
  static int onFailure(Exception failure, CommandLine line, ParseResult parsed) {
    if (failure instanceof ParameterException wrong) {
      return onWrongUsage(wrong, parsed.originalArgs().toArray(String[]::new));
    }
    PrintWriter err = line.getErr();
    err.println("tilewright: " + oneLine(message(failure)));
    if (isVerbose(parsed)) {
      failure.printStackTrace(err);
    }
    return failure instanceof UserException ? WRONG_REQUEST : FAILED;
  }

  /** The option may stand at any of the nested commands. */
  private static boolean isVerbose(ParseResult parsed) {
    return parsed.hasMatchedOption(CommonOptions.VERBOSE)
        || parsed.hasSubcommand() && isVerbose(parsed.subcommand());
  }

  /** For arguments that do not fit the command. */
  static int onWrongUsage(ParameterException wrong, String[] arguments) {
    CommandLine line = wrong.getCommandLine();
    line.getErr()
        .println(
            "tilewright: %s; see '%s --help'"
                .formatted(oneLine(wrong.getMessage()), line.getCommandSpec().qualifiedName()));
    return WRONG_REQUEST;
  }

  private static String message(Exception failure) {
    return switch (failure) {
      case UserException user -> user.getMessage();
      case EnvironmentException machine -> machine.getMessage();
      case InternalException internal -> "internal error: " + internal.getMessage();
      default -> "internal error: %s; -v shows where, please report it".formatted(failure);
    };
  }

  private static String oneLine(String text) {
    return text.strip().replaceAll("\\s*\\R\\s*", "; ");
  }
}
