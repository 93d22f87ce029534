package dev.tilewright.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ShapeTest {
  @Test
  void countsElementsAndStrides() {
    Shape shape = Shape.of(2, 3, 5);
    assertThat(shape.elements()).isEqualTo(30);
    assertThat(shape.strides()).containsExactly(15, 5, 1);
    assertThat(shape).hasToString("2x3x5");
  }

  @Test
  void aScalarHasOneElementAndAZeroExtentNone() {
    assertThat(Shape.of().elements()).isEqualTo(1);
    assertThat(Shape.of(4, 0, 7).elements()).isZero();
  }

  @Test
  void refusesNegativeExtentsAndOverflow() {
    assertThatThrownBy(() -> Shape.of(2, -1))
        .isInstanceOf(UserException.class)
        .hasMessageContaining("-1 is negative");
    assertThatThrownBy(() -> Shape.of(1L << 40, 1L << 40))
        .isInstanceOf(UserException.class)
        .hasMessageContaining("does not fit in 64 bits");
  }
}
