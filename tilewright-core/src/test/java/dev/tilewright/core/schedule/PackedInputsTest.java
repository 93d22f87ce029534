package dev.tilewright.core.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilewright.base.Shape;
import dev.tilewright.core.interp.HostArray;
import java.util.List;
import org.junit.jupiter.api.Test;

class PackedInputsTest {
  @Test
  void packsByLayoutWithZeroPadding() {
    HostArray array = HostArray.of(Shape.of(2, 3), 1, 2, 3, 4, 5, 6);
    BufferLayout columnsInPairs =
        new BufferLayout(List.of(List.of(), List.of(2L)), List.of(1, 0, 2));
    HostArray packed =
        PackedInputs.store(new ConstantStorage(ConstantTransform.AS_GIVEN, columnsInPairs), array);
    assertThat(packed.shape()).isEqualTo(Shape.of(2, 2, 2));
    assertThat(packed.toFloats()).containsExactly(1, 2, 4, 5, 3, 0, 6, 0);
  }
}
