package dev.tilewright.runtime.host;

import dev.tilewright.runtime.Tensor;
import java.util.List;

/**
 * An operator that plain Java computes on the host: one whose result shapes depend on the data, or
 * that is too rare or too sequential to be compiled.
 */
public interface HostOperator {
  /** What plans, errors and reports call it, for example {@code nonzero}. */
  String name();

  /**
   * Computes the results.
   *
   * @throws dev.tilewright.base.UserException if the operator does not take these inputs; one line
   *     that names operator, inputs and reason
   */
  List<Tensor> evaluate(List<Tensor> inputs);
}
