package dev.tilewright.graph.builtin;

import dev.tilewright.graph.ir.Graph;
import dev.tilewright.graph.ir.Value;
import dev.tilewright.graph.ops.Window;
import java.util.List;

/**
 * MobileNetV2 (Sandler, Howard, Zhu, Zhmoginov, Chen, "MobileNetV2: inverted residuals and linear
 * bottlenecks", 2018, table 2) up to the logits, with width multiplier 1.
 */
record MobilenetV2() implements Network {
  private static final double BRANCH_GAIN = 0.3;

  /**
   * A row of table 2.
   *
   * @param expansion channels inside a block by channels of its input
   * @param repeats number of blocks
   * @param stride of the first block
   */
  private record Row(long expansion, long channels, int repeats, long stride) {}

  private static final List<Row> ROWS =
      List.of(
          new Row(1, 16, 1, 1),
          new Row(6, 24, 2, 2),
          new Row(6, 32, 3, 2),
          new Row(6, 64, 4, 2),
          new Row(6, 96, 3, 1),
          new Row(6, 160, 3, 2),
          new Row(6, 320, 1, 1));

  @Override
  public Graph build(NetworkBuilder net) {
    Value x = convNormRelu(net, "features.0", net.input(), 32, square3(2), 1);
    int block = 1;
    for (Row row : ROWS) {
      for (int repeat = 0; repeat < row.repeats(); repeat++) {
        x = block(net, "features." + block++, x, row, repeat == 0 ? row.stride() : 1);
      }
    }
    x = convNormRelu(net, "features." + block, x, 1280, Window.of(1, 1), 1);
    return net.finish(net.dense("classifier", net.averageOfChannels("avgpool", x), 1000));
  }

  private static Value block(NetworkBuilder net, String name, Value input, Row row, long stride) {
    long inputs = net.channels(input);
    long inner = inputs * row.expansion();
    Value x = input;
    if (row.expansion() != 1) {
      x = convNormRelu(net, name + ".expand", x, inner, Window.of(1, 1), 1);
    }
    x = convNormRelu(net, name + ".depthwise", x, inner, square3(stride), inner);
    x = net.conv(name + ".project", x, row.channels(), Window.of(1, 1), 1);
    boolean residual = stride == 1 && inputs == row.channels();
    x = net.batchNorm(name + ".project.bn", x, residual ? BRANCH_GAIN : 1);
    return residual ? net.add(name + ".add", input, x) : x;
  }

  private static Window square3(long stride) {
    return Window.of(3, 3).withStrides(stride, stride).withPads(1, 1);
  }

  private static Value convNormRelu(
      NetworkBuilder net, String name, Value data, long outputs, Window window, long groups) {
    Value sum = net.conv(name, data, outputs, window, groups);
    return net.relu6(name + ".relu6", net.batchNorm(name + ".bn", sum, 1));
  }
}
