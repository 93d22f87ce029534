package dev.tilewright.graph.network;

import dev.tilewright.graph.ir.Graph;
import dev.tilewright.graph.ir.Node;
import dev.tilewright.graph.ops.HostCall;
import dev.tilewright.search.record.WorkloadKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The tasks of a network and where it computes them. */
public final class NetworkTasks {
  /** One thing that the network computes. */
  sealed interface Occurrence {}

  /**
   * One place where a task is computed.
   *
   * @param task number of the task
   */
  record TaskOccurrence(int task, GroupDag group) implements Occurrence {}

  /** A node that runs in Java. */
  record HostOccurrence(Node node, HostCall call) implements Occurrence {}

  private final List<NetworkTask> tasks;
  private final List<Occurrence> occurrences;

  private NetworkTasks(List<NetworkTask> tasks, List<Occurrence> occurrences) {
    this.tasks = List.copyOf(tasks);
    this.occurrences = List.copyOf(occurrences);
  }

  /**
   * Splits a network into tasks: operators that are fused are one computation, and computations
   * that differ in names alone are one task.
   *
   * @param graph after the graph passes
   */
  public static NetworkTasks of(Graph graph) {
    Map<WorkloadKey, Integer> numbers = new LinkedHashMap<>();
    List<NetworkTask> tasks = new ArrayList<>();
    List<Occurrence> occurrences = new ArrayList<>();
    for (FusionGroup group : Fusion.groups(graph)) {
      Node first = group.nodes().getFirst();
      if (first.operator() instanceof HostCall call) {
        occurrences.add(new HostOccurrence(first, call));
        continue;
      }
      GroupDag dag = GroupDag.of(group, graph);
      WorkloadKey key = WorkloadKey.of(dag.dag());
      int number = numbers.computeIfAbsent(key, unused -> numbers.size());
      if (number == tasks.size()) {
        tasks.add(new NetworkTask(key, TaskName.of(group), dag.dag(), 1));
      } else {
        NetworkTask known = tasks.get(number);
        tasks.set(number, new NetworkTask(key, known.name(), known.dag(), known.weight() + 1));
      }
      occurrences.add(new TaskOccurrence(number, dag));
    }
    return new NetworkTasks(tasks, occurrences);
  }

  /** The distinct tasks in order of first occurrence. */
  public List<NetworkTask> tasks() {
    return tasks;
  }

  /** Every computation of the network in order. */
  List<Occurrence> occurrences() {
    return occurrences;
  }
}
