package dev.tilewright.graph.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.core.schedule.BufferLayout;
import dev.tilewright.graph.pass.GraphEvaluation;
import dev.tilewright.runtime.Tensor;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ConstantPackingTest {
  @Test
  void everyElementIsWhereTheLayoutSays() {
    Shape shape = Shape.of(5, 7);
    Tensor tensor = GraphEvaluation.random(DType.FLOAT32, shape, new Random(1));
    // Parts: 5 as 2 blocks of 3 (padded), 7 as 2 blocks of 2*2 (padded).
    BufferLayout layout =
        new BufferLayout(List.of(List.of(3L), List.of(2L, 2L)), List.of(2, 0, 3, 1, 4));
    Tensor packed = ConstantPacking.pack(tensor, layout);
    assertThat(packed.shape()).isEqualTo(Shape.of(2, 2, 2, 3, 2));
    long[] strides = packed.shape().strides();
    double sum = 0;
    for (int i = 0; i < 5; i++) {
      for (int j = 0; j < 7; j++) {
        long at =
            j / 4 * strides[0]
                + i / 3 * strides[1]
                + j / 2 % 2 * strides[2]
                + i % 3 * strides[3]
                + j % 2 * strides[4];
        assertThat(packed.getDouble(at)).isEqualTo(tensor.getDouble(i * 7L + j));
        sum += Math.abs(tensor.getDouble(i * 7L + j));
      }
    }
    double packedSum = 0;
    for (long at = 0; at < packed.shape().elements(); at++) {
      packedSum += Math.abs(packed.getDouble(at));
    }
    assertThat(packedSum).as("padding is zero").isEqualTo(sum, within(1e-9));
  }
}
