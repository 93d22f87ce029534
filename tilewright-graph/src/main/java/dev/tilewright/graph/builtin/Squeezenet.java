package dev.tilewright.graph.builtin;

import dev.tilewright.graph.ir.Graph;
import dev.tilewright.graph.ir.Value;
import dev.tilewright.graph.ops.Window;
import java.util.List;

/**
 * SqueezeNet 1.0 (Iandola, Han, Moskewicz, Ashraf, Dally, Keutzer, "SqueezeNet: AlexNet-level
 * accuracy with 50x fewer parameters and <0.5MB model size", 2016, table 1) up to the logits, which
 * are averages of the last convolution. As torchvision builds it, the first convolution is not
 * padded and poolings round up.
 */
record Squeezenet() implements Network {
  private static final Window POOL = Window.of(3, 3).withStrides(2, 2);

  /** Channels after the squeeze of each fire module; each expansion has four times as many. */
  private static final List<Long> SQUEEZED = List.of(16L, 16L, 32L, 32L, 48L, 48L, 64L, 64L);

  /** The modules after which there is a pooling. */
  private static final List<Integer> POOLED = List.of(4, 8);

  @Override
  public Graph build(NetworkBuilder net) {
    Value x = convRelu(net, "conv1", net.input(), 96, Window.of(7, 7).withStrides(2, 2));
    x = net.maxPool("pool1", x, POOL, true);
    for (int i = 0; i < SQUEEZED.size(); i++) {
      int module = i + 2;
      x = fire(net, "fire" + module, x, SQUEEZED.get(i));
      if (POOLED.contains(module)) {
        x = net.maxPool("pool" + module, x, POOL, true);
      }
    }
    x = convRelu(net, "conv10", x, 1000, Window.of(1, 1));
    return net.finish(net.averageOfChannels("avgpool", x));
  }

  private static Value fire(NetworkBuilder net, String name, Value input, long squeezed) {
    Value x = convRelu(net, name + ".squeeze", input, squeezed, Window.of(1, 1));
    Value ones = convRelu(net, name + ".expand1x1", x, 4 * squeezed, Window.of(1, 1));
    Window three = Window.of(3, 3).withPads(1, 1);
    Value threes = convRelu(net, name + ".expand3x3", x, 4 * squeezed, three);
    return net.concat(name + ".concat", ones, threes);
  }

  private static Value convRelu(
      NetworkBuilder net, String name, Value data, long outputs, Window window) {
    return net.relu(name + ".relu", net.convWithBias(name, data, outputs, window));
  }
}
