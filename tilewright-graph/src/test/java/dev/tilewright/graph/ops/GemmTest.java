package dev.tilewright.graph.ops;

import static dev.tilewright.graph.ops.Evaluation.assertClose;
import static dev.tilewright.graph.ops.Evaluation.one;
import static dev.tilewright.graph.ops.Evaluation.random;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.core.interp.HostArray;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GemmTest {
  @ParameterizedTest
  @CsvSource({"false,false", "false,true", "true,false", "true,true"})
  void equalsTheDefinition(boolean transposeA, boolean transposeB) {
    HostArray a = random(1, 3, 5);
    HostArray b = random(2, 5, 7);
    HostArray c = random(3, 3, 1);
    double[] expected = new double[21];
    for (int at = 0; at < 21; at++) {
      double sum = 0;
      for (int k = 0; k < 5; k++) {
        sum += a.toFloats()[at / 7 * 5 + k] * b.toFloats()[k * 7 + at % 7];
      }
      expected[at] = 0.5 * sum + 2 * c.toFloats()[at / 7];
    }
    Transpose swap = new Transpose(List.of(1, 0));
    HostArray result =
        one(
            new Gemm(0.5, 2, transposeA, transposeB, false),
            transposeA ? one(swap, a) : a,
            transposeB ? one(swap, b) : b,
            c);
    assertClose(result, expected);
  }

  @Test
  void matmulBroadcastsBatches() {
    HostArray a = random(1, 2, 1, 3, 4);
    HostArray b = random(2, 5, 4, 2);
    double[] expected = new double[2 * 5 * 3 * 2];
    for (int at = 0; at < expected.length; at++) {
      int j = at % 2;
      int i = at / 2 % 3;
      int inner = at / 6 % 5;
      int outer = at / 30;
      for (int k = 0; k < 4; k++) {
        expected[at] +=
            a.toFloats()[(outer * 3 + i) * 4 + k] * b.toFloats()[(inner * 4 + k) * 2 + j];
      }
    }
    HostArray result = one(new MatMul(false), a, b);
    assertThat(result.shape()).isEqualTo(Shape.of(2, 5, 3, 2));
    assertClose(result, expected);
  }

  @Test
  void matmulOfVectors() {
    HostArray x = HostArray.of(Shape.of(2), 1, 2);
    HostArray m = HostArray.of(Shape.of(2, 2), 1, 2, 3, 4);
    assertClose(one(new MatMul(false), x, m), 7, 10);
    assertClose(one(new MatMul(false), m, x), 5, 11);
    assertThat(one(new MatMul(false), x, x).shape()).isEqualTo(Shape.of());
    assertClose(one(new MatMul(false), x, x), 5);
  }

  @Test
  void theSameTensorTwice() {
    HostArray x = random(1, 2, 3, 3);
    double[] expected = new double[18];
    for (int at = 0; at < 18; at++) {
      for (int k = 0; k < 3; k++) {
        expected[at] += x.toFloats()[at / 3 * 3 + k] * x.toFloats()[(at / 9 * 3 + k) * 3 + at % 3];
      }
    }
    assertClose(one(new MatMul(false), x, x), expected);
  }

  @Test
  void halvesAreSummedInFloat32() {
    double[] ones = new double[4096];
    Arrays.fill(ones, 1);
    HostArray x = HostArray.ofDoubles(DType.FLOAT16, Shape.of(1, 4096), ones);
    // A float16 sum of ones stops at 2048.
    assertClose(one(Gemm.dense(), x, x), 4096);
    assertThat(one(Gemm.dense(), x, x).dtype()).isEqualTo(DType.FLOAT16);
    assertThat(one(new Gemm(1, 1, false, true, true), x, x).dtype()).isEqualTo(DType.FLOAT32);
  }
}
