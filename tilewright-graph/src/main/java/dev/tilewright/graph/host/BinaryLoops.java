package dev.tilewright.graph.host;

import dev.tilewright.base.DType;
import dev.tilewright.graph.ops.BinaryFunction;
import dev.tilewright.graph.ops.TensorType;
import dev.tilewright.runtime.Tensor;
import java.util.List;
import java.util.Optional;

/** Arithmetic on two large tensors, which broadcast. */
final class BinaryLoops {
  private BinaryLoops() {}

  /** The result; empty for functions and types that have no loop. */
  static Optional<Tensor> of(BinaryFunction function, List<Tensor> inputs, TensorType type) {
    return blockFor(function, type.dtype()).map(block -> run(block, inputs, type));
  }

  private static Optional<ArithmeticBlock> blockFor(BinaryFunction function, DType dtype) {
    if (!ArithmeticBlock.supports(function)) {
      return Optional.empty();
    }
    if (dtype.equals(DType.FLOAT32)) {
      return Optional.of(new FloatBlock(function));
    }
    return dtype.equals(DType.INT64) ? Optional.of(new LongBlock(function)) : Optional.empty();
  }

  private static Tensor run(ArithmeticBlock block, List<Tensor> inputs, TensorType type) {
    Tensor result = Tensor.allocate(type.dtype(), type.shape());
    Tensor left = inputs.get(0);
    Tensor right = inputs.get(1);
    BroadcastRows.forEach(
        type.shape(),
        left.shape(),
        right.shape(),
        (at, l, r, length, leftStep, rightStep) -> {
          for (long done = 0; done < length; done += ArithmeticBlock.SIZE) {
            int count = (int) Math.min(ArithmeticBlock.SIZE, length - done);
            block.loadLeft(left.segment(), l + done * leftStep, leftStep == 0, count);
            block.loadRight(right.segment(), r + done * rightStep, rightStep == 0, count);
            block.apply(count);
            block.store(result.segment(), at + done, count);
          }
        });
    return result;
  }
}
