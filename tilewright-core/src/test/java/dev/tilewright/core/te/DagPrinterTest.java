package dev.tilewright.core.te;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilewright.core.testing.Golden;
import org.junit.jupiter.api.Test;

class DagPrinterTest {
  @Test
  void referenceCase() {
    assertThat(DagPrinter.text(SampleDags.dense(1, 1000, 2048)))
        .isEqualTo(
            """
            data = PLACEHOLDER [1, 2048]
            weight = PLACEHOLDER [1000, 2048]
            T_dense(i, j) += (data[i, k]*weight[j, k])
            bias = PLACEHOLDER [1000]
            T_add(ax0, ax1) = (T_dense[ax0, ax1] + bias[ax1])
            """);
  }

  @Test
  void convolution() {
    Golden.check(getClass(), "convolution", DagPrinter.text(SampleDags.conv2dRelu(14, 8, 16)));
  }

  @Test
  void softmax() {
    Golden.check(getClass(), "softmax", DagPrinter.text(SampleDags.softmax(4, 10)));
  }

  @Test
  void argmax() {
    Golden.check(getClass(), "argmax", DagPrinter.text(SampleDags.argmax(4, 10)));
  }
}
