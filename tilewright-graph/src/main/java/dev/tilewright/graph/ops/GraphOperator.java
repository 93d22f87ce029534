package dev.tilewright.graph.ops;

import java.util.List;

/**
 * What a node of a graph computes: tensor expressions, which are compiled ({@link Operator}), or an
 * operator that runs in Java ({@link HostCall}).
 */
public sealed interface GraphOperator permits Operator, HostCall {
  /** What errors and reports call it, for example {@code conv2d}. */
  String name();

  /**
   * The types of the results.
   *
   * @throws dev.tilewright.base.UserException if the operator does not take these inputs; one line
   *     that names operator, inputs and reason
   */
  List<TensorType> inferTypes(List<TensorType> inputs);
}
