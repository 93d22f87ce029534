package dev.tilewright.graph.spec;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.graph.ops.Layout;
import dev.tilewright.graph.ops.Pool;
import java.util.List;

/** Pooling. */
final class PoolKinds {
  static final List<OpKind> KINDS =
      List.of(
          new OpKind(
              "max_pool2d",
              "largest element of each window",
              parameters(),
              arguments -> pool(arguments, Pool.Kind.MAX)),
          new OpKind(
              "avg_pool2d",
              "average of each window, without padding",
              parameters(),
              arguments -> pool(arguments, Pool.Kind.AVERAGE)));

  private PoolKinds() {}

  private static List<OpParameter> parameters() {
    return List.of(
        OpParameter.extent("n", 1, "batch"),
        OpParameter.extent("h", 112, "extent of the data along h"),
        OpParameter.extent("w", 112, "extent of the data along w"),
        OpParameter.extent("c", 64, "channels"),
        OpParameter.extent("kh", 3, "taps along h"),
        OpParameter.extent("kw", 3, "taps along w"),
        OpParameter.spatial("stride", "2", "distance of results"),
        OpParameter.spatial("pad", "1", "elements added on both sides"),
        OpParameter.spatial("dilation", "1", "distance of taps"),
        OpParameter.flag("round_up", false, "whether a last window may reach over the end"),
        OpParameter.word("layout", "NHWC", "order of the dimensions: NHWC or NCHW"),
        OpParameter.dtype());
  }

  private static OpDefinition pool(OpArguments arguments, Pool.Kind kind) {
    SpecBuilder builder = new SpecBuilder(arguments);
    Layout layout = ConvolutionKinds.layout(arguments);
    long[] spatial = {arguments.extent("h"), arguments.extent("w")};
    Buffer data =
        builder.input(
            "data", layout.dataShape(arguments.extent("n"), arguments.extent("c"), spatial));
    var window = ConvolutionKinds.window(arguments, arguments.extent("kh"), arguments.extent("kw"));
    return builder.finish(
        builder.emit(new Pool(kind, window, arguments.flag("round_up"), layout), data));
  }
}
