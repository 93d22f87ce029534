package dev.tilewright.core.interp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class HostArrayTest {
  static List<DType> types() {
    return DType.ALL;
  }

  @ParameterizedTest
  @MethodSource("types")
  void holdsSmallWholeNumbersOfEveryType(DType type) {
    HostArray array = HostArray.ofLongs(type, Shape.of(2, 1), 0, 1);
    assertThat(array.toDoubles()).containsExactly(0, 1);
    assertThat(array.toLongs()).containsExactly(0, 1);
    assertThat(array.segment().byteSize()).isEqualTo(2L * type.bytes());
  }

  @Test
  void roundsAndSaturatesOnTheWayIn() {
    assertThat(HostArray.ofDoubles(DType.FLOAT16, Shape.of(2), 0.1, 1e6).toDoubles())
        .containsExactly(0.0999755859375, Double.POSITIVE_INFINITY);
    assertThat(HostArray.ofDoubles(DType.UINT8, Shape.of(2), 300, -1).toLongs())
        .containsExactly(255, 0);
    assertThat(HostArray.ofLongs(DType.INT8, Shape.of(1), 200).toLongs()).containsExactly(-56);
    assertThat(HostArray.ofLongs(DType.BOOL, Shape.of(1), 200).toLongs()).containsExactly(1);
  }

  @Test
  void storesLittleEndian() {
    HostArray array = HostArray.ofDoubles(DType.BFLOAT16, Shape.of(1), 1);
    assertThat(array.segment().get(ValueLayout.JAVA_BYTE, 0)).isEqualTo((byte) 0x80);
    assertThat(array.segment().get(ValueLayout.JAVA_BYTE, 1)).isEqualTo((byte) 0x3f);
  }

  @Test
  void refusesAnotherNumberOfValues() {
    assertThatThrownBy(() -> HostArray.of(Shape.of(2, 2), 1, 2, 3))
        .hasMessage("array float32[2x2]: got 3 values; expected 4");
  }
}
