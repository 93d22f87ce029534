package dev.tilewright.graph.spec;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.graph.ops.Conv;
import dev.tilewright.graph.ops.ConvTranspose;
import dev.tilewright.graph.ops.Layout;
import dev.tilewright.graph.ops.Operator;
import dev.tilewright.graph.ops.TensorType;
import dev.tilewright.graph.ops.Window;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;

/** Convolutions. */
final class ConvolutionKinds {
  private static final List<String> AXES = List.of("d", "h", "w");

  static final List<OpKind> KINDS =
      List.of(
          new OpKind(
              "conv2d",
              "two-dimensional convolution",
              parameters(2, 56, "3", "1", true),
              arguments -> conv(arguments, 2)),
          new OpKind(
              "depthwise_conv2d",
              "two-dimensional convolution of each channel by itself",
              depthwiseParameters(),
              ConvolutionKinds::depthwise),
          new OpKind(
              "conv1d",
              "one-dimensional convolution",
              parameters(1, 1000, "3", "1", true),
              arguments -> conv(arguments, 1)),
          new OpKind(
              "conv3d",
              "three-dimensional convolution",
              parameters(3, 16, "3", "1", true),
              arguments -> conv(arguments, 3)),
          new OpKind(
              "conv2d_transpose",
              "transposed two-dimensional convolution",
              parameters(2, 16, "2", "0", false),
              ConvolutionKinds::transposed));

  private ConvolutionKinds() {}

  private static List<OpParameter> parameters(
      int rank, long size, String kernel, String pad, boolean direct) {
    List<OpParameter> parameters = new ArrayList<>();
    parameters.add(OpParameter.extent("n", 1, "batch"));
    for (String axis : AXES.subList(3 - rank, 3)) {
      parameters.add(OpParameter.extent(axis, size, "extent of the data along " + axis));
    }
    parameters.add(OpParameter.extent("ci", 64, "input channels"));
    parameters.add(OpParameter.extent("co", 64, "output channels"));
    for (String axis : AXES.subList(3 - rank, 3)) {
      parameters.add(OpParameter.extent("k" + axis, Long.parseLong(kernel), "taps along " + axis));
    }
    parameters.add(OpParameter.spatial("stride", direct ? "1" : "2", "distance of results"));
    parameters.add(OpParameter.spatial("pad", pad, "zeros added on both sides"));
    parameters.add(OpParameter.spatial("dilation", "1", "distance of taps"));
    parameters.add(OpParameter.extent("groups", 1, "blocks of channels"));
    addCommon(parameters);
    return parameters;
  }

  private static List<OpParameter> depthwiseParameters() {
    List<OpParameter> parameters = new ArrayList<>();
    parameters.add(OpParameter.extent("n", 1, "batch"));
    parameters.add(OpParameter.extent("h", 56, "extent of the data along h"));
    parameters.add(OpParameter.extent("w", 56, "extent of the data along w"));
    parameters.add(OpParameter.extent("c", 64, "input channels"));
    parameters.add(OpParameter.extent("mult", 1, "output channels of an input channel"));
    parameters.add(OpParameter.extent("kh", 3, "taps along h"));
    parameters.add(OpParameter.extent("kw", 3, "taps along w"));
    parameters.add(OpParameter.spatial("stride", "1", "distance of results"));
    parameters.add(OpParameter.spatial("pad", "1", "zeros added on both sides"));
    parameters.add(OpParameter.spatial("dilation", "1", "distance of taps"));
    addCommon(parameters);
    return parameters;
  }

  private static void addCommon(List<OpParameter> parameters) {
    parameters.add(OpParameter.word("layout", "NHWC", "order of the dimensions: NHWC or NCHW"));
    parameters.add(
        OpParameter.flag("bias", false, "whether a bias of one value a channel is added"));
    parameters.add(SpecBuilder.activation());
    parameters.add(OpParameter.dtype());
  }

  /** Layouts go by their two-dimensional names, whatever the rank. */
  static Layout layout(OpArguments arguments) {
    return arguments.oneOf("layout", List.of("NHWC", "NCHW")).equals("NHWC")
        ? Layout.CHANNELS_LAST
        : Layout.CHANNELS_FIRST;
  }

  static Window window(OpArguments arguments, long... kernel) {
    return Window.of(kernel)
        .withStrides(arguments.spatial("stride", kernel.length))
        .withDilations(arguments.spatial("dilation", kernel.length))
        .withPads(arguments.spatial("pad", kernel.length));
  }

  private static OpDefinition conv(OpArguments arguments, int rank) {
    return direct(
        arguments,
        extents(arguments, "", rank),
        extents(arguments, "k", rank),
        new Channels(arguments.extent("ci"), arguments.extent("co"), arguments.extent("groups")));
  }

  private static OpDefinition depthwise(OpArguments arguments) {
    long channels = arguments.extent("c");
    return direct(
        arguments,
        extents(arguments, "", 2),
        extents(arguments, "k", 2),
        new Channels(channels, channels * arguments.extent("mult"), channels));
  }

  private record Channels(long in, long out, long groups) {
    long groupInputs() {
      return Math.max(1, in / groups);
    }
  }

  private static OpDefinition direct(
      OpArguments arguments, long[] spatial, long[] kernel, Channels channels) {
    SpecBuilder builder = new SpecBuilder(arguments);
    Layout layout = layout(arguments);
    Shape dataShape = layout.dataShape(arguments.extent("n"), channels.in(), spatial);
    Buffer data = builder.input("data", dataShape);
    List<Long> taps = LongStream.of(kernel).boxed().toList();
    long[] weightShape =
        layout == Layout.CHANNELS_FIRST
            ? join(List.of(channels.out(), channels.groupInputs()), taps)
            : join(taps, List.of(channels.groupInputs(), channels.out()));
    Buffer weight = builder.weight("weight", weightShape);
    Conv conv = new Conv(window(arguments, kernel), channels.groups(), layout);
    return finish(builder, arguments, conv, data, weight, channels.out());
  }

  private static OpDefinition transposed(OpArguments arguments) {
    SpecBuilder builder = new SpecBuilder(arguments);
    Layout layout = layout(arguments);
    long in = arguments.extent("ci");
    long out = arguments.extent("co");
    long groups = arguments.extent("groups");
    long[] kernel = extents(arguments, "k", 2);
    Shape dataShape = layout.dataShape(arguments.extent("n"), in, extents(arguments, "", 2));
    Buffer data = builder.input("data", dataShape);
    List<Long> taps = LongStream.of(kernel).boxed().toList();
    List<Long> channels = List.of(in, Math.max(1, out / groups));
    long[] weightShape =
        layout == Layout.CHANNELS_FIRST ? join(channels, taps) : join(taps, channels);
    Buffer weight = builder.weight("weight", weightShape);
    Operator operator =
        new ConvTranspose(window(arguments, kernel), Collections.nCopies(2, 0L), groups, layout);
    return finish(builder, arguments, operator, data, weight, out);
  }

  private static OpDefinition finish(
      SpecBuilder builder,
      OpArguments arguments,
      Operator operator,
      Buffer data,
      Buffer weight,
      long outputs) {
    if (!arguments.flag("bias")) {
      return builder.finishActivated(builder.emit(operator, data, weight));
    }
    DType dtype = operator.inferTypes(TensorType.of(List.of(data, weight))).getFirst().dtype();
    Buffer bias = builder.weight("bias", dtype, outputs);
    return builder.finishActivated(builder.emit(operator, data, weight, bias));
  }

  private static long[] extents(OpArguments arguments, String prefix, int rank) {
    return AXES.subList(3 - rank, 3).stream()
        .mapToLong(axis -> arguments.extent(prefix + axis))
        .toArray();
  }

  private static long[] join(List<Long> first, List<Long> second) {
    long[] joined = new long[first.size() + second.size()];
    Arrays.setAll(joined, i -> i < first.size() ? first.get(i) : second.get(i - first.size()));
    return joined;
  }
}
