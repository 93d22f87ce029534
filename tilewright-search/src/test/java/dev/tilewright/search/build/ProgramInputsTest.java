package dev.tilewright.search.build;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.core.schedule.BufferLayout;
import dev.tilewright.core.schedule.ConstantStorage;
import dev.tilewright.core.schedule.ConstantTransform;
import dev.tilewright.runtime.Tensor;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ProgramInputsTest {
  private static final ConstantTransform WINOGRAD =
      new ConstantTransform.WinogradKernel(4, DType.FLOAT32);

  private final Tensor kernel = kernel();

  @Test
  void aConstantIsTransformedOnce() {
    ConstantStorage plain = new ConstantStorage(WINOGRAD, BufferLayout.rowMajor(3));
    try (ProgramInputs inputs = new ProgramInputs(List.of(kernel));
        Arena first = Arena.ofConfined();
        Arena second = Arena.ofConfined()) {
      Tensor stored = inputs.stored(0, plain, first);
      assertThat(inputs.stored(0, plain, second).segment()).isEqualTo(stored.segment());
      assertThat(stored.shape()).isEqualTo(Shape.of(36, 3, 8));
    }
  }

  @Test
  void everyLayoutAndTransformIsStoredAsWithoutMemory() {
    List<ConstantTransform> transforms =
        List.of(
            ConstantTransform.AS_GIVEN,
            WINOGRAD,
            new ConstantTransform.WinogradKernel(2, DType.FLOAT32),
            WINOGRAD);
    try (ProgramInputs inputs = new ProgramInputs(List.of(kernel));
        Arena arena = Arena.ofConfined()) {
      for (ConstantTransform transform : transforms) {
        int rank = transform.shape(kernel.shape()).rank();
        for (boolean last : List.of(false, true)) {
          List<Integer> order = new ArrayList<>();
          for (int axis = 0; axis < rank; axis++) {
            order.add(last ? rank - 1 - axis : axis);
          }
          ConstantStorage storage = new ConstantStorage(transform, BufferLayout.permuted(order));
          Tensor expected = TensorPacker.store(kernel, storage, arena);
          Tensor stored = inputs.stored(0, storage, arena);
          assertThat(stored.shape()).isEqualTo(expected.shape());
          assertThat(stored.segment().mismatch(expected.segment())).isEqualTo(-1);
        }
      }
    }
  }

  private static Tensor kernel() {
    Shape shape = Shape.of(3, 3, 3, 8);
    float[] values = new float[Math.toIntExact(shape.elements())];
    Random random = new Random(3);
    for (int at = 0; at < values.length; at++) {
      values[at] = random.nextFloat(-1, 1);
    }
    return Tensor.of(shape, values);
  }
}
