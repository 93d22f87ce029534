package dev.tilewright.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.base.UserException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class TensorTest {
  @SuppressWarnings("unused") // named by the parameterized tests
  private static final Iterable<DType> TYPES = DType.ALL;

  @ParameterizedTest
  @FieldSource("TYPES")
  void storesSmallNumbersOfEveryTypeExactly(DType dtype) {
    Tensor tensor = Tensor.convert(dtype, Shape.of(2, 2), 0, 1, 1, 0);
    assertThat(tensor.toDoubles()).containsExactly(0, 1, 1, 0);
    assertThat(tensor.toLongs()).containsExactly(0, 1, 1, 0);
    assertThat(tensor.toFloats()).containsExactly(0, 1, 1, 0);
    assertThat(tensor.bytes()).isEqualTo(4L * dtype.bytes());
    assertThat(tensor.isAligned()).isTrue();
  }

  @ParameterizedTest
  @FieldSource("TYPES")
  void aZeroExtentHasNoBytes(DType dtype) {
    Tensor tensor = Tensor.allocate(dtype, Shape.of(3, 0));
    assertThat(tensor.bytes()).isZero();
    assertThat(tensor.toDoubles()).isEmpty();
    assertThat(tensor.copy().shape()).isEqualTo(Shape.of(3, 0));
  }

  @Test
  void keepsInt64Exactly() {
    long large = (1L << 62) + 1;
    assertThat(Tensor.of(Shape.of(1), large).getLong(0)).isEqualTo(large);
  }

  @Test
  void readsUint8AsPositive() {
    Tensor tensor = Tensor.allocate(DType.UINT8, Shape.of(1));
    tensor.set(0, 200L);
    assertThat(tensor.getLong(0)).isEqualTo(200);
    assertThat(tensor.getDouble(0)).isEqualTo(200.0);
  }

  /** Compares with exact decimal arithmetic, near ties above all, where double rounding shows. */
  @Test
  void roundsToTheNearestHalf() {
    Random random = new Random(7);
    for (int i = 0; i < 20_000; i++) {
      float exact = Float.float16ToFloat((short) random.nextInt(0x7BFF));
      float next = Float.float16ToFloat((short) (Float.floatToFloat16(exact) + 1));
      double tie = (exact + (double) next) / 2;
      double value = tie + Math.ulp(tie) * (random.nextInt(3) - 1);
      Tensor tensor = Tensor.convert(DType.FLOAT16, Shape.of(), value);
      BigDecimal below = new BigDecimal(value).subtract(new BigDecimal(exact));
      BigDecimal above = new BigDecimal(next).subtract(new BigDecimal(value));
      int nearer = below.compareTo(above);
      boolean evenIsLower = (Float.floatToFloat16(exact) & 1) == 0;
      float expected = nearer < 0 || nearer == 0 && evenIsLower ? exact : next;
      assertThat(tensor.getDouble(0)).as("%s", value).isEqualTo(expected);
    }
  }

  @Test
  void roundsToTheNearestBfloat16() {
    assertThat(bfloat16(1 + 1.0 / 256)).isEqualTo(1);
    assertThat(bfloat16(1 + 1.0 / 256 + 1e-12)).isEqualTo(1 + 1.0 / 128);
    assertThat(bfloat16(Double.NaN)).isNaN();
    assertThat(bfloat16(Double.NEGATIVE_INFINITY)).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(bfloat16(1e300)).isEqualTo(Double.POSITIVE_INFINITY);
  }

  @Test
  void reshapeSharesTheMemory() {
    Tensor tensor = Tensor.of(Shape.of(2, 3), 1, 2, 3, 4, 5, 6);
    tensor.reshape(Shape.of(6)).set(5, 60L);
    assertThat(tensor.getLong(5)).isEqualTo(60);
    assertThatThrownBy(() -> tensor.reshape(Shape.of(5)))
        .isInstanceOf(UserException.class)
        .hasMessageContaining("expected 6 elements");
  }

  @Test
  void livesInTheArenaOfTheCaller() {
    Arena arena = Arena.ofConfined();
    Tensor tensor = Tensor.allocate(DType.FLOAT32, Shape.of(4), arena);
    arena.close();
    assertThatThrownBy(() -> tensor.getDouble(0)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void refusesMemoryOrValuesOfAnotherSize() {
    MemorySegment memory = MemorySegment.ofArray(new byte[15]);
    assertThatThrownBy(() -> Tensor.wrap(DType.FLOAT32, Shape.of(4), memory))
        .isInstanceOf(UserException.class)
        .hasMessage("tensor float32 4: the memory has 15 bytes; expected 16");
    assertThatThrownBy(() -> Tensor.of(Shape.of(4), 1f, 2f))
        .isInstanceOf(UserException.class)
        .hasMessage("tensor float32 4: got 2 values; expected 4");
  }

  @Test
  void anElementOutsideIsRefused() {
    Tensor tensor = Tensor.allocate(DType.FLOAT32, Shape.of(4));
    assertThatThrownBy(() -> tensor.getDouble(4)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  private static double bfloat16(double value) {
    return Tensor.convert(DType.BFLOAT16, Shape.of(), value).getDouble(0);
  }

  @Test
  void uint64AboveTheLongsIsReadAndWrittenByValue() {
    Tensor tensor = Tensor.convert(DType.UINT64, Shape.of(3), 0x1p63, 0x1p64, 3);
    assertThat(tensor.toLongs()).containsExactly(Long.MIN_VALUE, -1, 3);
    assertThat(tensor.getDouble(0)).isEqualTo(0x1p63);
    assertThat(tensor.getDouble(1)).isEqualTo(0x1p64);
  }
}
