package dev.tilewright.graph.ir;

import dev.tilewright.graph.ops.GraphOperator;
import java.util.List;

/**
 * One application of an operator.
 *
 * @param name where the node comes from, for messages; need not be unique
 * @param operator what is computed
 * @param inputs the operands in the operator's order; a value may occur more than once
 * @param outputs the results, defined by this node and no other
 */
public record Node(String name, GraphOperator operator, List<Value> inputs, List<Value> outputs) {
  public Node {
    inputs = List.copyOf(inputs);
    outputs = List.copyOf(outputs);
    if (outputs.isEmpty()) {
      throw new IllegalArgumentException(
          "node %s: no outputs; expected at least one".formatted(name));
    }
  }

  /** The only output. */
  public Value output() {
    if (outputs.size() != 1) {
      throw new IllegalStateException(
          "node %s: has %d outputs; expected one".formatted(name, outputs.size()));
    }
    return outputs.getFirst();
  }

  /** The same operator with the same results, reading other values. */
  public Node withInputs(List<Value> newInputs) {
    return new Node(name, operator, newInputs, outputs);
  }
}
