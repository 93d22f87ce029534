package dev.tilewright.cli.workload;

import dev.tilewright.base.UserException;
import dev.tilewright.graph.builtin.ModelSource;
import dev.tilewright.graph.ir.Graph;
import dev.tilewright.graph.network.NetworkTask;
import dev.tilewright.graph.network.NetworkTasks;
import dev.tilewright.graph.pass.Passes;
import dev.tilewright.graph.spec.OpSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A network or a single operator. */
public sealed interface Workload {
  /**
   * A network.
   *
   * @param name as the user gives it
   * @param graph after the graph passes
   */
  record Network(String name, Graph graph) implements Workload {
    /** Loads a network by its name or the path of its file. */
    public static Network load(String text) {
      return new Network(text, Passes.optimize(ModelSource.load(text)));
    }

    @Override
    public List<NetworkTask> tasks() {
      return NetworkTasks.of(graph).tasks();
    }
  }

  /** A single operator. */
  record Operator(OpSpec spec) implements Workload {
    @Override
    public String name() {
      return spec.text();
    }

    @Override
    public List<NetworkTask> tasks() {
      return List.of(task());
    }

    /** The operator as the one task that it is. */
    public NetworkTask task() {
      return NetworkTask.of(spec.text(), spec.dag());
    }
  }

  /** How reports call it. */
  String name();

  /** What is tuned for it. */
  List<NetworkTask> tasks();

  /**
   * The workload that a text names: a built-in network, a file, or an operator.
   *
   * @throws UserException if it is none of them
   */
  static Workload parse(String text) {
    if (ModelSource.isBuiltIn(text) || text.endsWith(".onnx") || isFile(text)) {
      return Network.load(text);
    }
    if (OpSpec.isKnown(text) || text.contains(":") || text.contains("=")) {
      return new Operator(OpSpec.parse(text));
    }
    throw new UserException(
        "'%s': no network, operator or file of that name; expected one of %s, an operator that `tilewright ops` lists, or an .onnx file"
            .formatted(text, String.join(", ", ModelSource.builtInNames())));
  }

  private static boolean isFile(String text) {
    return text.indexOf('\0') < 0 && Files.exists(Path.of(text));
  }
}
