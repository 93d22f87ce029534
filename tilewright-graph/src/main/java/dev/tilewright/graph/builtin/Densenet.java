package dev.tilewright.graph.builtin;

import dev.tilewright.graph.ir.Graph;
import dev.tilewright.graph.ir.Value;
import dev.tilewright.graph.ops.Window;
import java.util.List;

/**
 * Densely connected networks with bottlenecks and compression by a half (Huang, Liu, van der
 * Maaten, Weinberger, "Densely connected convolutional networks", 2016, table 1) up to the logits.
 *
 * @param layers number of dense layers in each block
 */
record Densenet(List<Integer> layers) implements Network {
  static final Densenet DENSENET_121 = new Densenet(List.of(6, 12, 24, 16));

  /** Channels that a layer adds; those of its bottleneck are four times as many. */
  private static final long GROWTH = 32;

  private static final long BOTTLENECK = 4 * GROWTH;

  Densenet {
    layers = List.copyOf(layers);
  }

  @Override
  public Graph build(NetworkBuilder net) {
    Window stem = Window.of(7, 7).withStrides(2, 2).withPads(3, 3);
    Value x = normRelu(net, "norm0", net.conv("conv0", net.input(), 2 * GROWTH, stem, 1));
    x = net.maxPool("pool0", x, Window.of(3, 3).withStrides(2, 2).withPads(1, 1), false);
    for (int block = 1; block <= layers.size(); block++) {
      for (int layer = 1; layer <= layers.get(block - 1); layer++) {
        x = layer(net, "block%d.layer%d".formatted(block, layer), x);
      }
      if (block < layers.size()) {
        x = transition(net, "transition" + block, x);
      }
    }
    x = normRelu(net, "norm5", x);
    return net.finish(net.dense("classifier", net.averageOfChannels("avgpool", x), 1000));
  }

  private static Value layer(NetworkBuilder net, String name, Value input) {
    Value x = normRelu(net, name + ".norm1", input);
    x = net.conv(name + ".conv1", x, BOTTLENECK, Window.of(1, 1), 1);
    x = normRelu(net, name + ".norm2", x);
    x = net.conv(name + ".conv2", x, GROWTH, Window.of(3, 3).withPads(1, 1), 1);
    return net.concat(name + ".concat", input, x);
  }

  private static Value transition(NetworkBuilder net, String name, Value input) {
    Value x = normRelu(net, name + ".norm", input);
    x = net.conv(name + ".conv", x, net.channels(x) / 2, Window.of(1, 1), 1);
    return net.averagePool(name + ".pool", x, Window.of(2, 2).withStrides(2, 2));
  }

  private static Value normRelu(NetworkBuilder net, String name, Value data) {
    return net.relu(name + ".relu", net.batchNorm(name, data, 1));
  }
}
