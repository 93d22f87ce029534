package dev.tilewright.cli.workload;

import dev.tilewright.base.UserException;
import dev.tilewright.graph.network.NetworkTask;
import java.util.List;

/** Names one task: {@code OP}, or {@code MODEL#N} with the number that {@code tasks} prints. */
public final class TaskReference {
  private TaskReference() {}

  /**
   * The task.
   *
   * @throws UserException if there is none of that name
   */
  public static NetworkTask resolve(String text) {
    int hash = text.lastIndexOf('#');
    if (hash >= 0) {
      List<NetworkTask> tasks = Workload.Network.load(text.substring(0, hash)).tasks();
      return tasks.get(number(text, text.substring(hash + 1), tasks.size()) - 1);
    }
    return switch (Workload.parse(text)) {
      case Workload.Operator operator -> operator.task();
      case Workload.Network network ->
          throw new UserException(
              "'%s': it has %d tasks; expected one of them, such as %s#1 (`tilewright tasks %s` lists them)"
                  .formatted(text, network.tasks().size(), text, text));
    };
  }

  private static int number(String text, String digits, int tasks) {
    try {
      int number = Integer.parseInt(digits);
      if (1 <= number && number <= tasks) {
        return number;
      }
    } catch (NumberFormatException malformed) {
      // Said below.
    }
    throw new UserException(
        "'%s': there is no task '%s'; expected a number from 1 to %d"
            .formatted(text, digits, tasks));
  }
}
