package dev.tilewright.graph.ops;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.te.DagBuilder;
import java.util.List;

/**
 * An operator of a network: a record of its attributes. Two operators with equal attributes compute
 * the same function.
 */
public non-sealed interface Operator extends GraphOperator {
  /** The name of the stage that computes its first result, for example {@code T_relu}. */
  String stageName();

  /**
   * Adds the stages that compute the operator.
   *
   * @param te where the stages go; it makes their names unique
   * @param name the name of the stage of the first result; stages before it have fixed names
   * @param inputs buffers that {@code te} defined before, one an input
   * @return the results, one an element of {@link #inferTypes}, with those types
   * @throws dev.tilewright.base.UserException as {@link #inferTypes} does
   */
  List<Buffer> emit(DagBuilder te, String name, List<Buffer> inputs);

  /** Adds the stages under the operator's usual names. */
  default List<Buffer> emit(DagBuilder te, List<Buffer> inputs) {
    return emit(te, stageName(), inputs);
  }
}
