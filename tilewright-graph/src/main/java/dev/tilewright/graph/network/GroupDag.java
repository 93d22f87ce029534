package dev.tilewright.graph.network;

import dev.tilewright.base.InternalException;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.te.ComputeDag;
import dev.tilewright.core.te.DagBuilder;
import dev.tilewright.graph.ir.Graph;
import dev.tilewright.graph.ir.Node;
import dev.tilewright.graph.ir.Value;
import dev.tilewright.graph.ops.Conv;
import dev.tilewright.graph.ops.ConvTranspose;
import dev.tilewright.graph.ops.Gemm;
import dev.tilewright.graph.ops.GraphOperator;
import dev.tilewright.graph.ops.HostCall;
import dev.tilewright.graph.ops.MatMul;
import dev.tilewright.graph.ops.Operator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * A group of operators as one computation.
 *
 * @param inputs the values of the graph that the DAG's inputs stand for, one for one
 * @param outputs the values of the graph that the DAG's outputs stand for, one for one
 */
record GroupDag(ComputeDag dag, List<Value> inputs, List<Value> outputs) {
  static GroupDag of(FusionGroup group, Graph graph) {
    DagBuilder te = new DagBuilder();
    Map<Value, Buffer> buffers = new IdentityHashMap<>();
    Map<Buffer, Value> placeholders = new IdentityHashMap<>();
    for (Value input : group.inputs()) {
      Buffer buffer =
          te.input(
              inputName(input, group),
              input.type().dtype(),
              input.type().shape(),
              graph.isConstant(input));
      buffers.put(input, buffer);
      placeholders.put(buffer, input);
    }
    for (Node node : group.nodes()) {
      List<Buffer> results =
          compiled(node).emit(te, node.inputs().stream().map(buffers::get).toList());
      for (int i = 0; i < results.size(); i++) {
        buffers.put(node.outputs().get(i), results.get(i));
      }
    }
    List<Buffer> results = group.outputs().stream().map(buffers::get).toList();
    ComputeDag dag = te.build(results.toArray(Buffer[]::new));
    return new GroupDag(
        dag, dag.inputs().stream().map(placeholders::get).toList(), group.outputs());
  }

  private static Operator compiled(Node node) {
    return switch (node.operator()) {
      case Operator operator -> operator;
      case HostCall call ->
          throw new InternalException(
              "node %s: %s runs in Java and has no kernel".formatted(node.name(), call.name()));
    };
  }

  /** By its part in the first operator, since the same computation occurs in many places. */
  private static String inputName(Value input, FusionGroup group) {
    Node first = group.nodes().getFirst();
    List<String> parts = partNames(first.operator());
    int position = first.inputs().indexOf(input);
    return 0 <= position && position < parts.size() ? parts.get(position) : "p";
  }

  private static List<String> partNames(GraphOperator operator) {
    return switch (operator) {
      case Conv conv -> List.of("data", "weight", "bias");
      case ConvTranspose conv -> List.of("data", "weight", "bias");
      case Gemm gemm -> List.of("data", "weight", "bias");
      case MatMul product -> List.of("a", "b");
      default -> List.of("x", "y", "z");
    };
  }
}
