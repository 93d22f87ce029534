package dev.tilewright.core.interp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tilewright.base.DType;
import dev.tilewright.core.expr.Expr.BinaryOp;
import dev.tilewright.core.expr.Expr.CompareOp;
import dev.tilewright.core.expr.Expr.MathFunction;
import org.junit.jupiter.api.Test;

class ScalarSemanticsTest {
  @Test
  void float16RoundsOnceAndToEven() {
    assertThat(ScalarSemantics.round(DType.FLOAT16, 1 + 0x1p-11)).isEqualTo(1);
    assertThat(ScalarSemantics.round(DType.FLOAT16, 1 + 0x3p-11)).isEqualTo(1 + 0x1p-9);
    // Through float32 this would first become the tie 1 + 2^-11, and then 1.
    assertThat(ScalarSemantics.round(DType.FLOAT16, 1 + 0x1p-11 + 0x1p-40)).isEqualTo(1 + 0x1p-10);
    assertThat(ScalarSemantics.round(DType.FLOAT16, 65519)).isEqualTo(65504);
    assertThat(ScalarSemantics.round(DType.FLOAT16, 65520)).isInfinite();
    assertThat(ScalarSemantics.round(DType.FLOAT16, 0x1p-25)).isZero();
    assertThat(ScalarSemantics.round(DType.FLOAT16, 0x3p-25)).isEqualTo(0x1p-23);
    assertThat(ScalarSemantics.round(DType.FLOAT16, Double.NaN)).isNaN();
  }

  @Test
  void everyFloat16IsItsOwnRounding() {
    for (int bits = 0; bits < 1 << 16; bits++) {
      double value = Float.float16ToFloat((short) bits);
      assertThat((Double) ScalarSemantics.round(DType.FLOAT16, value)).isEqualTo((Double) value);
    }
  }

  @Test
  void bfloat16HasSevenFractionBitsAndTheRangeOfFloat32() {
    assertThat(ScalarSemantics.round(DType.BFLOAT16, 1 + 0x1p-8)).isEqualTo(1);
    assertThat(ScalarSemantics.round(DType.BFLOAT16, 1 + 0x3p-8)).isEqualTo(1 + 0x1p-6);
    assertThat(ScalarSemantics.round(DType.BFLOAT16, 3e38)).isFinite();
    assertThat(ScalarSemantics.round(DType.BFLOAT16, 3.4e38)).isInfinite();
  }

  @Test
  void integersWrapAround() {
    assertThat(ScalarSemantics.binary(BinaryOp.ADD, DType.INT8, 127, 1)).isEqualTo(-128);
    assertThat(ScalarSemantics.binary(BinaryOp.SUB, DType.UINT8, 0, 1)).isEqualTo(255);
    assertThat(ScalarSemantics.binary(BinaryOp.MUL, DType.INT32, 1 << 30, 4)).isZero();
    assertThat(ScalarSemantics.binary(BinaryOp.DIV, DType.INT8, -128, -1)).isEqualTo(-128);
    assertThat(ScalarSemantics.binary(BinaryOp.DIV, DType.INT64, Long.MIN_VALUE, -1))
        .isEqualTo(Long.MIN_VALUE);
  }

  @Test
  void integerDivisionTruncatesAndByZeroIsZero() {
    assertThat(ScalarSemantics.binary(BinaryOp.DIV, DType.INT32, -7, 2)).isEqualTo(-3);
    assertThat(ScalarSemantics.binary(BinaryOp.REM, DType.INT32, -7, 2)).isEqualTo(-1);
    assertThat(ScalarSemantics.binary(BinaryOp.DIV, DType.INT32, 7, 0)).isZero();
    assertThat(ScalarSemantics.binary(BinaryOp.REM, DType.INT32, 7, 0)).isZero();
  }

  @Test
  void shiftsByTheWidthOrMoreLeaveTheSign() {
    assertThat(ScalarSemantics.binary(BinaryOp.SHL, DType.INT8, 1, 7)).isEqualTo(-128);
    assertThat(ScalarSemantics.binary(BinaryOp.SHL, DType.INT8, 1, 8)).isZero();
    assertThat(ScalarSemantics.binary(BinaryOp.SHR, DType.INT8, -2, 100)).isEqualTo(-1);
    assertThat(ScalarSemantics.binary(BinaryOp.SHR, DType.UINT8, 254, 8)).isZero();
  }

  @Test
  void minAndMaxOfFloatsPassNaNOn() {
    assertThat(ScalarSemantics.binary(BinaryOp.MAX, DType.FLOAT32, 1, Double.NaN)).isNaN();
    assertThat(ScalarSemantics.binary(BinaryOp.MIN, DType.FLOAT32, Double.NaN, 1)).isNaN();
    assertThat(ScalarSemantics.compare(CompareOp.NE, Double.NaN, Double.NaN)).isTrue();
    assertThat(ScalarSemantics.compare(CompareOp.GE, Double.NaN, 0)).isFalse();
  }

  @Test
  void floatToIntegerSaturates() {
    assertThat(ScalarSemantics.floatToInteger(DType.INT8, 300)).isEqualTo(127);
    assertThat(ScalarSemantics.floatToInteger(DType.INT8, -1.9)).isEqualTo(-1);
    assertThat(ScalarSemantics.floatToInteger(DType.UINT8, -5)).isZero();
    assertThat(ScalarSemantics.floatToInteger(DType.UINT8, Double.POSITIVE_INFINITY))
        .isEqualTo(255);
    assertThat(ScalarSemantics.floatToInteger(DType.INT64, 1e30)).isEqualTo(Long.MAX_VALUE);
    assertThat(ScalarSemantics.floatToInteger(DType.INT32, Double.NaN)).isZero();
    assertThat(ScalarSemantics.floatToInteger(DType.BOOL, 0.25)).isEqualTo(1);
  }

  @Test
  void integerToFloat32RoundsOnce() {
    long value = (1L << 60) + (1L << 36) + 1;
    assertThat(ScalarSemantics.integerToFloat(DType.INT64, DType.FLOAT32, value))
        .isEqualTo((float) value)
        .isNotEqualTo((float) (double) value);
  }

  @Test
  void mathFunctions() {
    assertThat(call(MathFunction.ERF, 0.5)).isCloseTo(0.5204998778130465, within(1e-15));
    assertThat(call(MathFunction.ERF, -3)).isCloseTo(-0.9999779095030014, within(1e-15));
    assertThat(call(MathFunction.ASINH, -2)).isCloseTo(-1.4436354751788103, within(1e-15));
    assertThat(call(MathFunction.ACOSH, 2)).isCloseTo(1.3169578969248167, within(1e-15));
    assertThat(call(MathFunction.ATANH, 0.5)).isCloseTo(0.5493061443340549, within(1e-15));
    assertThat(call(MathFunction.SIGMOID, -800)).isZero();
    assertThat(call(MathFunction.SIGMOID, 800)).isEqualTo(1);
    assertThat(call(MathFunction.ROUND, 2.5)).isEqualTo(2);
    assertThat(call(MathFunction.TRUNC, -2.5)).isEqualTo(-2);
    assertThat(ScalarSemantics.call(MathFunction.POW, DType.FLOAT32, 2, -1)).isEqualTo(0.5);
  }

  private static double call(MathFunction function, double x) {
    return ScalarSemantics.call(function, DType.FLOAT64, x);
  }
}
