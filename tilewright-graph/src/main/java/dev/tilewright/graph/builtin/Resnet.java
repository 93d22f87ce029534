package dev.tilewright.graph.builtin;

import dev.tilewright.graph.ir.Graph;
import dev.tilewright.graph.ir.Value;
import dev.tilewright.graph.ops.Window;
import java.util.List;

/**
 * Residual networks (He, Zhang, Ren, Sun, "Deep residual learning for image recognition", 2015,
 * table 1) up to the logits, as torchvision builds them: in bottleneck blocks the stride is in the
 * 3×3 convolution.
 *
 * @param blocks number of blocks in each of the four stages
 * @param bottleneck whether a block is 1×1, 3×3, 1×1 with four times the channels at the end, else
 *     3×3, 3×3
 */
record Resnet(List<Integer> blocks, boolean bottleneck) implements Network {
  static final Resnet RESNET_18 = new Resnet(List.of(2, 2, 2, 2), false);
  static final Resnet RESNET_50 = new Resnet(List.of(3, 4, 6, 3), true);

  private static final long FIRST_CHANNELS = 64;
  private static final long EXPANSION = 4;
  private static final double BRANCH_GAIN = 0.3;

  Resnet {
    blocks = List.copyOf(blocks);
  }

  @Override
  public Graph build(NetworkBuilder net) {
    Window stem = Window.of(7, 7).withStrides(2, 2).withPads(3, 3);
    Value x = convNorm(net, "conv1", net.input(), FIRST_CHANNELS, stem, 1);
    x = net.relu("relu1", x);
    x = net.maxPool("pool1", x, Window.of(3, 3).withStrides(2, 2).withPads(1, 1), false);
    long channels = FIRST_CHANNELS;
    for (int stage = 0; stage < blocks.size(); stage++) {
      for (int block = 0; block < blocks.get(stage); block++) {
        String name = "layer%d.%d".formatted(stage + 1, block);
        x = block(net, name, x, channels, stage > 0 && block == 0 ? 2 : 1);
      }
      channels *= 2;
    }
    return net.finish(net.dense("fc", net.averageOfChannels("avgpool", x), 1000));
  }

  private Value block(NetworkBuilder net, String name, Value input, long channels, long stride) {
    Window middle = Window.of(3, 3).withStrides(stride, stride).withPads(1, 1);
    long outputs = bottleneck ? channels * EXPANSION : channels;
    Value x;
    if (bottleneck) {
      x = convNorm(net, name + ".conv1", input, channels, Window.of(1, 1), 1);
      x = net.relu(name + ".relu1", x);
      x = convNorm(net, name + ".conv2", x, channels, middle, 1);
      x = net.relu(name + ".relu2", x);
      x = convNorm(net, name + ".conv3", x, outputs, Window.of(1, 1), BRANCH_GAIN);
    } else {
      x = convNorm(net, name + ".conv1", input, channels, middle, 1);
      x = net.relu(name + ".relu1", x);
      x = convNorm(net, name + ".conv2", x, outputs, Window.of(3, 3).withPads(1, 1), BRANCH_GAIN);
    }
    Value shortcut = input;
    if (stride != 1 || net.channels(input) != outputs) {
      Window window = Window.of(1, 1).withStrides(stride, stride);
      shortcut = convNorm(net, name + ".downsample", input, outputs, window, 1);
    }
    return net.relu(name + ".relu", net.add(name + ".add", x, shortcut));
  }

  private static Value convNorm(
      NetworkBuilder net, String name, Value data, long outputs, Window window, double gain) {
    return net.batchNorm(name + ".bn", net.conv(name, data, outputs, window, 1), gain);
  }
}
