package dev.tilewright.graph.network;

import dev.tilewright.graph.ir.Graph;
import dev.tilewright.graph.ir.Node;
import dev.tilewright.graph.ir.Value;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Groups the nodes of a graph: an elementwise operator joins the group that computes one of its
 * inputs if nobody else reads that input and the shapes are equal. Of two such groups, as at the
 * addition of a residual block, it joins the one that is computed last. Views belong to no group.
 */
final class Fusion {
  private final Graph graph;

  /** The groups that may still grow, by the value that they yield. */
  private final Map<Value, List<Node>> open = new IdentityHashMap<>();

  private final Map<Node, Integer> positions = new IdentityHashMap<>();

  private Fusion(Graph graph) {
    this.graph = graph;
  }

  /** The groups in an order in which they can be computed. */
  static List<FusionGroup> groups(Graph graph) {
    return new Fusion(graph).run();
  }

  private List<FusionGroup> run() {
    List<List<Node>> groups = new ArrayList<>();
    for (Node node : graph.nodes()) {
      positions.put(node, positions.size());
      FusionRole role = FusionRole.of(node.operator());
      if (role == FusionRole.VIEW) {
        continue;
      }
      Optional<Value> joined = role == FusionRole.ELEMENTWISE ? joinable(node) : Optional.empty();
      List<Node> group = joined.map(open::remove).orElseGet(ArrayList::new);
      if (group.isEmpty()) {
        groups.add(group);
      }
      group.add(node);
      if (role.acceptsElementwise() && node.outputs().size() == 1) {
        open.put(node.output(), group);
      }
    }
    groups.sort(Comparator.comparing(group -> positions.get(group.getLast())));
    return groups.stream().map(FusionGroup::new).toList();
  }

  /** The input whose group an elementwise node joins. */
  private Optional<Value> joinable(Node node) {
    return node.inputs().stream()
        .filter(open::containsKey)
        .filter(input -> input.type().shape().equals(node.output().type().shape()))
        .filter(input -> graph.users(input).size() == 1 && !graph.isOutput(input))
        .max(Comparator.comparing(input -> positions.get(open.get(input).getFirst())));
  }

  /** The value whose memory a value shares through views. */
  static Value root(Graph graph, Value value) {
    Value root = value;
    Optional<Node> producer = graph.producer(root);
    while (producer.isPresent() && FusionRole.of(producer.get().operator()) == FusionRole.VIEW) {
      root = producer.get().inputs().getFirst();
      producer = graph.producer(root);
    }
    return root;
  }
}
