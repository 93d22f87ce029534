package dev.tilewright.search.build;

import dev.tilewright.base.UserException;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.runtime.Tensor;
import java.util.List;

/** Whether tensors are what a program takes. */
final class TensorFit {
  private TensorFit() {}

  /**
   * @param role of the tensors, for messages
   * @throws UserException if number, types or shapes differ
   */
  static void require(String role, List<Buffer> buffers, List<Tensor> tensors) {
    if (buffers.size() != tensors.size()) {
      throw new UserException(
          "%ss: got %d tensors; expected %d: %s"
              .formatted(role, tensors.size(), buffers.size(), buffers));
    }
    for (int i = 0; i < buffers.size(); i++) {
      Buffer buffer = buffers.get(i);
      Tensor tensor = tensors.get(i);
      if (!tensor.shape().equals(buffer.shape()) || !tensor.dtype().equals(buffer.dtype())) {
        throw new UserException(
            "%s %s: got %s %s; expected %s %s"
                .formatted(
                    role,
                    buffer.name(),
                    tensor.dtype(),
                    tensor.shape(),
                    buffer.dtype(),
                    buffer.shape()));
      }
    }
  }
}
