package dev.tilewright.graph.builtin;

import dev.tilewright.graph.ir.Graph;
import dev.tilewright.graph.ir.Value;
import dev.tilewright.graph.ops.Window;
import java.util.List;

/**
 * VGG-16 (Simonyan, Zisserman, "Very deep convolutional networks for large-scale image
 * recognition", 2014, table 1, configuration D) up to the logits.
 */
record Vgg16() implements Network {
  /** Channels of the convolutions between two poolings. */
  private static final List<List<Long>> STAGES =
      List.of(
          List.of(64L, 64L),
          List.of(128L, 128L),
          List.of(256L, 256L, 256L),
          List.of(512L, 512L, 512L),
          List.of(512L, 512L, 512L));

  private static final long HIDDEN = 4096;

  @Override
  public Graph build(NetworkBuilder net) {
    Value x = net.input();
    for (int stage = 0; stage < STAGES.size(); stage++) {
      for (int layer = 0; layer < STAGES.get(stage).size(); layer++) {
        String suffix = "%d_%d".formatted(stage + 1, layer + 1);
        long channels = STAGES.get(stage).get(layer);
        x = net.convWithBias("conv" + suffix, x, channels, Window.of(3, 3).withPads(1, 1));
        x = net.relu("relu" + suffix, x);
      }
      x = net.maxPool("pool" + (stage + 1), x, Window.of(2, 2).withStrides(2, 2));
    }
    x = net.relu("relu6", net.denseOnImage("fc6", x, HIDDEN));
    x = net.relu("relu7", net.dense("fc7", x, HIDDEN));
    return net.finish(net.dense("fc8", x, 1000));
  }
}
