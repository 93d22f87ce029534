package dev.tilewright.graph.onnx;

import dev.tilewright.graph.ops.BatchNorm;
import dev.tilewright.graph.ops.Layout;
import java.util.List;

/** {@code BatchNormalization} with the stored statistics, which is what inference uses. */
final class BatchNormConverter implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    if (node.attributes().flag("training_mode", false)
        || !node.attributes().flag("spatial", true)) {
      throw node.refuse("training_mode=1 or spatial=0; expected statistics a channel, stored");
    }
    double epsilon = node.attributes().real("epsilon", 1e-5f);
    return node.apply(new BatchNorm(epsilon, Layout.CHANNELS_FIRST));
  }
}
