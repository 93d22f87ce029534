package dev.tilewright.core.interp;

import dev.tilewright.base.UserException;
import dev.tilewright.core.expr.Buffer;
import java.util.List;

/** Checks that arrays fit the buffers that they fill. */
final class Inputs {
  private Inputs() {}

  static void check(String what, List<Buffer> buffers, List<HostArray> arrays) {
    if (buffers.size() != arrays.size()) {
      throw new UserException(
          "inputs of %s: got %d arrays; expected %d: %s"
              .formatted(what, arrays.size(), buffers.size(), buffers));
    }
    for (int i = 0; i < buffers.size(); i++) {
      Buffer buffer = buffers.get(i);
      HostArray array = arrays.get(i);
      if (!array.dtype().equals(buffer.dtype()) || !array.shape().equals(buffer.shape())) {
        throw new UserException(
            "input %s of %s: got %s; expected %s[%s]"
                .formatted(buffer, what, array, buffer.dtype(), buffer.shape()));
      }
    }
  }
}
