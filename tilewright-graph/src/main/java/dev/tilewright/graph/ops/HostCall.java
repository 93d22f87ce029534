package dev.tilewright.graph.ops;

import dev.tilewright.runtime.Tensor;
import dev.tilewright.runtime.host.PlannableOperator;
import java.util.List;

/**
 * An operator that runs in Java between kernels.
 *
 * @param inputs the types that it is made for
 * @param results the types that it gives then
 */
public record HostCall(
    PlannableOperator operator, List<TensorType> inputs, List<TensorType> results)
    implements GraphOperator {
  public HostCall {
    inputs = List.copyOf(inputs);
    results = List.copyOf(results);
  }

  @Override
  public String name() {
    return operator.name();
  }

  @Override
  public List<TensorType> inferTypes(List<TensorType> types) {
    new Operands(this, types).require(types.equals(inputs), "made for %s", inputs);
    return results;
  }

  /** Computes the results. */
  public List<Tensor> evaluate(List<Tensor> tensors) {
    return operator.evaluate(tensors);
  }
}
