package dev.tilewright.graph.builtin;

import dev.tilewright.graph.ir.Graph;
import dev.tilewright.graph.ir.Value;
import dev.tilewright.graph.ops.Window;
import java.util.List;

/**
 * VGG networks (Simonyan, Zisserman, "Very deep convolutional networks for large-scale image
 * recognition", 2014, table 1) up to the logits.
 *
 * @param layers number of convolutions in each of the five stages, which end with a pooling
 */
record Vgg(List<Integer> layers) implements Network {
  /** Configuration D. */
  static final Vgg VGG_16 = new Vgg(List.of(2, 2, 3, 3, 3));

  /** Configuration E. */
  static final Vgg VGG_19 = new Vgg(List.of(2, 2, 4, 4, 4));

  /** Channels of the convolutions of each stage. */
  private static final List<Long> CHANNELS = List.of(64L, 128L, 256L, 512L, 512L);

  private static final long HIDDEN = 4096;

  Vgg {
    layers = List.copyOf(layers);
  }

  @Override
  public Graph build(NetworkBuilder net) {
    Value x = net.input();
    for (int stage = 0; stage < layers.size(); stage++) {
      for (int layer = 0; layer < layers.get(stage); layer++) {
        String suffix = "%d_%d".formatted(stage + 1, layer + 1);
        x =
            net.convWithBias(
                "conv" + suffix, x, CHANNELS.get(stage), Window.of(3, 3).withPads(1, 1));
        x = net.relu("relu" + suffix, x);
      }
      x = net.maxPool("pool" + (stage + 1), x, Window.of(2, 2).withStrides(2, 2), false);
    }
    x = net.relu("relu6", net.denseOnImage("fc6", x, HIDDEN));
    x = net.relu("relu7", net.dense("fc7", x, HIDDEN));
    return net.finish(net.dense("fc8", x, 1000));
  }
}
