package dev.tilewright.cli.bench;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.runtime.Tensor;
import java.util.Random;

/** Seeded inputs: floats in [0, 1), as pixels are; integers 0 or 1, which every index allows. */
final class BenchInputs {
  private final Random random;

  BenchInputs(long seed) {
    this.random = new Random(seed);
  }

  Tensor next(DType dtype, Shape shape) {
    Tensor tensor = Tensor.allocate(dtype, shape);
    for (long i = 0; i < shape.elements(); i++) {
      if (dtype.isFloat()) {
        tensor.set(i, random.nextDouble());
      } else {
        tensor.set(i, (long) random.nextInt(2));
      }
    }
    return tensor;
  }
}
