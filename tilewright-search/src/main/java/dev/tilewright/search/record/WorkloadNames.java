package dev.tilewright.search.record;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tilewright.base.UserException;
import dev.tilewright.core.te.Compute;
import dev.tilewright.core.te.ComputeDag;
import dev.tilewright.core.te.Operation;
import dev.tilewright.core.te.Placeholder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The names that the workload key leaves out: of each operation's outputs and axes, in order. Steps
 * refer to stages and loops by name, so a record keeps the names that its steps were written with.
 *
 * @param operations for each operation the names of its outputs, spatial axes and reduction axes
 */
public record WorkloadNames(List<List<String>> operations) {
  public WorkloadNames {
    operations = operations.stream().map(List::copyOf).toList();
  }

  public static WorkloadNames of(ComputeDag dag) {
    return new WorkloadNames(dag.operations().stream().map(WorkloadNames::of).toList());
  }

  /**
   * An equal DAG that has these names.
   *
   * @throws UserException if there are not as many names as the DAG needs
   */
  ComputeDag applyTo(ComputeDag dag) {
    ObjectNode json = DagCodec.encode(dag);
    JsonNode encoded = json.get("operations");
    if (encoded.size() != operations.size()) {
      throw new UserException(
          "names of %d operations; expected %d".formatted(operations.size(), encoded.size()));
    }
    for (int i = 0; i < operations.size(); i++) {
      rename((ObjectNode) encoded.get(i), new ArrayDeque<>(operations.get(i)));
    }
    return DagCodec.decode(json);
  }

  private static void rename(ObjectNode operation, Deque<String> names) {
    int needed = 1;
    if (operation.get("compute") instanceof ArrayNode outputs) {
      needed = outputs.size() + operation.path("axes").size() + operation.path("reduce").size();
    }
    if (names.size() != needed) {
      throw new UserException(
          "operation with %d names; expected %d".formatted(names.size(), needed));
    }
    if (operation.get("compute") instanceof ArrayNode outputs) {
      for (int t = 0; t < outputs.size(); t++) {
        outputs.set(t, names.removeFirst());
      }
      operation.path("axes").forEach(axis -> ((ArrayNode) axis).set(0, names.removeFirst()));
      operation.path("reduce").forEach(axis -> ((ArrayNode) axis).set(0, names.removeFirst()));
    } else {
      operation.put(operation.has("constant") ? "constant" : "input", names.removeFirst());
    }
  }

  private static List<String> of(Operation operation) {
    List<String> names = new ArrayList<>();
    operation.outputs().forEach(output -> names.add(output.name()));
    switch (operation) {
      case Placeholder placeholder -> {}
      case Compute compute -> {
        compute.axes().forEach(axis -> names.add(axis.name()));
        compute.reduceAxes().forEach(axis -> names.add(axis.name()));
      }
    }
    return names;
  }
}
