package dev.tilewright.graph.onnx;

import dev.tilewright.graph.ir.Value;
import dev.tilewright.graph.ops.TensorType;
import dev.tilewright.runtime.Tensor;

/** What an ONNX value is during import: known already, or computed when the network runs. */
sealed interface Operand {
  TensorType type();

  /** A stored tensor, or one computed from stored tensors alone. */
  record Known(Tensor tensor) implements Operand {
    @Override
    public TensorType type() {
      return new TensorType(tensor.dtype(), tensor.shape());
    }
  }

  /** A value of the graph that is being built. */
  record Computed(Value value) implements Operand {
    @Override
    public TensorType type() {
      return value.type();
    }
  }
}
