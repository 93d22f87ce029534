package dev.tilewright.graph.onnx;

import dev.tilewright.base.UserException;
import dev.tilewright.graph.ir.Value;
import dev.tilewright.graph.ops.TensorType;
import dev.tilewright.runtime.Tensor;
import java.util.List;

/** What an ONNX value is during import. */
sealed interface Operand {
  /**
   * Element type and shape.
   *
   * @throws UserException if the value is no tensor
   */
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

  /** A sequence, whose length is known. */
  record Sequence(List<Operand> elements) implements Operand {
    public Sequence {
      elements = List.copyOf(elements);
    }

    @Override
    public TensorType type() {
      throw noTensor();
    }

    UserException noTensor() {
      return new UserException("a sequence of %d; expected a tensor".formatted(elements.size()));
    }
  }

  /** An optional value that is not there. */
  record Nothing() implements Operand {
    @Override
    public TensorType type() {
      throw noTensor();
    }

    UserException noTensor() {
      return new UserException("an optional value that is not there; expected a tensor");
    }
  }
}
