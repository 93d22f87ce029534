package dev.tilewright.graph.pass;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.graph.ir.Graph;
import dev.tilewright.graph.ir.GraphBuilder;
import dev.tilewright.graph.ir.Value;
import dev.tilewright.graph.ops.BatchNorm;
import dev.tilewright.graph.ops.Binary;
import dev.tilewright.graph.ops.BinaryFunction;
import dev.tilewright.graph.ops.Concat;
import dev.tilewright.graph.ops.Conv;
import dev.tilewright.graph.ops.Flatten;
import dev.tilewright.graph.ops.Gather;
import dev.tilewright.graph.ops.Gemm;
import dev.tilewright.graph.ops.GlobalPool;
import dev.tilewright.graph.ops.Layout;
import dev.tilewright.graph.ops.Pool;
import dev.tilewright.graph.ops.Reshape;
import dev.tilewright.graph.ops.Softmax;
import dev.tilewright.graph.ops.Split;
import dev.tilewright.graph.ops.TensorType;
import dev.tilewright.graph.ops.Transpose;
import dev.tilewright.graph.ops.Unary;
import dev.tilewright.graph.ops.UnaryFunction;
import dev.tilewright.graph.ops.Window;
import dev.tilewright.runtime.Tensor;
import java.util.List;
import java.util.Random;

/** Small convolutional networks with channels first and seeded weights. */
public final class SampleGraphs {
  private final GraphBuilder graph = new GraphBuilder();
  private final Random random;
  private int constants;

  private SampleGraphs(long seed) {
    this.random = new Random(seed);
  }

  /** A stem, two residual blocks, one of them with a projection, a classifier. */
  public static Graph residual() {
    SampleGraphs g = new SampleGraphs(1);
    Value x = g.graph.input("data", TensorType.of(DType.FLOAT32, 1, 3, 12, 12));
    Value stem = g.relu(g.norm(g.conv(x, 8, 3, 1, 1)));
    Value pooled = g.pool(Pool.Kind.MAX, stem, 3, 2, 1);
    Value same = g.block(pooled, 8, 1, pooled);
    Value down = g.block(same, 16, 2, g.norm(g.conv(same, 16, 1, 2, 0)));
    g.classify(down, 16, 10);
    return g.graph.build();
  }

  /** Two dense-net layers: norm, relu and convolution before a concatenation. */
  public static Graph dense() {
    SampleGraphs g = new SampleGraphs(2);
    Value x = g.graph.input("data", TensorType.of(DType.FLOAT32, 1, 4, 8, 8));
    Value grown = x;
    for (int layer = 0; layer < 2; layer++) {
      Value part = g.conv(g.relu(g.norm(grown)), 4, 3, 1, 1);
      grown = g.graph.apply("concat" + layer, new Concat(1), grown, part);
    }
    g.graph.output("features", grown);
    g.graph.output("average", g.pool(Pool.Kind.AVERAGE, grown, 2, 2, 0));
    return g.graph.build();
  }

  /** A split whose parts go different ways: a node with several results among the others. */
  public static Graph split() {
    SampleGraphs g = new SampleGraphs(5);
    Value x = g.graph.input("data", TensorType.of(DType.FLOAT32, 1, 6, 5, 5));
    Split split = new Split(1, List.of(2L, 4L));
    List<Value> parts = g.graph.applyAll("split", split, List.of(g.norm(x)));
    g.graph.output("left", g.relu(parts.get(0)));
    g.graph.output("right", g.conv(parts.get(1), 3, 3, 1, 1));
    return g.graph.build();
  }

  /** A shuffle unit with grouped and depthwise convolutions. */
  public static Graph shuffle() {
    SampleGraphs g = new SampleGraphs(3);
    Value x = g.graph.input("data", TensorType.of(DType.FLOAT32, 1, 8, 6, 6));
    Value grouped = g.relu(g.grouped(x, 8, 1, 0, 2));
    Value split = g.graph.apply("split", new Reshape(Shape.of(1, 2, 4, 6, 6)), grouped);
    Value swapped = g.graph.apply("swap", new Transpose(List.of(0, 2, 1, 3, 4)), split);
    Value shuffled = g.graph.apply("merge", new Reshape(Shape.of(1, 8, 6, 6)), swapped);
    Value depthwise = g.norm(g.grouped(shuffled, 8, 3, 1, 8));
    Value sum = g.graph.apply("sum", new Binary(BinaryFunction.ADD), x, depthwise);
    g.graph.output("result", g.relu(sum));
    return g.graph.build();
  }

  /** Channels split into even and odd ones, as in ShuffleNet V2, for two images. */
  public static Graph interleaved() {
    SampleGraphs g = new SampleGraphs(4);
    Value x = g.graph.input("data", TensorType.of(DType.FLOAT32, 2, 8, 3, 5));
    Value wide = g.relu(g.conv(x, 8, 1, 1, 0));
    Value rows = g.graph.apply("rows", new Reshape(Shape.of(8, 2, 15)), wide);
    Value swapped = g.graph.apply("swap", new Transpose(List.of(1, 0, 2)), rows);
    Value parts = g.graph.apply("parts", new Reshape(Shape.of(2, 2, 4, 3, 5)), swapped);
    Value even = g.graph.apply("even", new Gather(0), parts, g.scalar(0));
    Value odd = g.graph.apply("odd", new Gather(0), parts, g.scalar(-1));
    g.graph.output("result", g.graph.apply("concat", new Concat(1), even, g.conv(odd, 4, 3, 1, 1)));
    return g.graph.build();
  }

  private Value scalar(long value) {
    return graph.constant("scalar", Tensor.of(Shape.of(), value));
  }

  private Value block(Value x, long channels, long stride, Value shortcut) {
    Value first = relu(norm(conv(x, channels, 3, stride, 1)));
    Value second = norm(conv(first, channels, 3, 1, 1));
    return relu(graph.apply("residual", new Binary(BinaryFunction.ADD), second, shortcut));
  }

  private void classify(Value x, long channels, long classes) {
    Value pooled = graph.apply("pool", new GlobalPool(false, Layout.CHANNELS_FIRST), x);
    Value flat = graph.apply("flat", new Flatten(1), pooled);
    Value logits =
        graph.apply("fc", Gemm.dense(), flat, constant(classes, channels), constant(classes));
    graph.output("logits", logits);
    graph.output("probabilities", graph.apply("softmax", new Softmax(1, false), logits));
  }

  private Value conv(Value x, long channels, long kernel, long stride, long pad) {
    Window window = Window.of(kernel, kernel).withStrides(stride, stride).withPads(pad, pad);
    Value weight = constant(channels, x.type().extent(1), kernel, kernel);
    return graph.apply("conv", new Conv(window, 1, Layout.CHANNELS_FIRST), x, weight);
  }

  private Value grouped(Value x, long channels, long kernel, long pad, long groups) {
    Window window = Window.of(kernel, kernel).withPads(pad, pad);
    Value weight = constant(channels, x.type().extent(1) / groups, kernel, kernel);
    Conv conv = new Conv(window, groups, Layout.CHANNELS_FIRST);
    return graph.apply("conv", conv, x, weight, constant(channels));
  }

  private Value pool(Pool.Kind kind, Value x, long kernel, long stride, long pad) {
    Window window = Window.of(kernel, kernel).withStrides(stride, stride).withPads(pad, pad);
    return graph.apply("pool", new Pool(kind, window, false, Layout.CHANNELS_FIRST), x);
  }

  private Value norm(Value x) {
    long channels = x.type().extent(1);
    Tensor variance = Tensor.allocate(DType.FLOAT32, Shape.of(channels));
    for (int c = 0; c < channels; c++) {
      variance.set(c, 0.5 + random.nextDouble());
    }
    return graph.apply(
        "norm",
        new BatchNorm(1e-5, Layout.CHANNELS_FIRST),
        x,
        constant(channels),
        constant(channels),
        constant(channels),
        graph.constant("variance", variance));
  }

  private Value relu(Value x) {
    return graph.apply("relu", new Unary(UnaryFunction.RELU), x);
  }

  private Value constant(long... extents) {
    Tensor tensor = GraphEvaluation.random(DType.FLOAT32, Shape.of(extents), random);
    return graph.constant("c" + constants++, tensor);
  }
}
