package dev.tilewright.graph.builtin;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.graph.ir.Graph;
import dev.tilewright.graph.ir.GraphBuilder;
import dev.tilewright.graph.ir.Value;
import dev.tilewright.graph.ops.BatchNorm;
import dev.tilewright.graph.ops.Binary;
import dev.tilewright.graph.ops.BinaryFunction;
import dev.tilewright.graph.ops.Clip;
import dev.tilewright.graph.ops.Concat;
import dev.tilewright.graph.ops.Conv;
import dev.tilewright.graph.ops.Flatten;
import dev.tilewright.graph.ops.Gemm;
import dev.tilewright.graph.ops.GlobalPool;
import dev.tilewright.graph.ops.Layout;
import dev.tilewright.graph.ops.Pool;
import dev.tilewright.graph.ops.TensorType;
import dev.tilewright.graph.ops.Unary;
import dev.tilewright.graph.ops.UnaryFunction;
import dev.tilewright.graph.ops.Window;

/**
 * The layers of convolutional networks, in either layout, with random weights that do not depend on
 * the layout. Weights are evenly distributed with variance {@code 2 / inputs} of a sum (He, Zhang,
 * Ren, Sun, "Delving deep into rectifiers", 2015), which keeps activations in range through many
 * layers with ReLU.
 */
final class NetworkBuilder {
  /** Channels of a colour image. */
  private static final long COLOURS = 3;

  private static final double EPSILON = 1e-5;

  private final NetworkOptions options;
  private final RandomWeights weights;
  private final GraphBuilder graph = new GraphBuilder();
  private final Value input;

  NetworkBuilder(NetworkOptions options) {
    this.options = options;
    this.weights = new RandomWeights(options.seed());
    long[] spatial = {options.image(), options.image()};
    Shape shape = options.layout().dataShape(options.batch(), COLOURS, spatial);
    this.input = graph.input("data", new TensorType(DType.FLOAT32, shape));
  }

  /** The images. */
  Value input() {
    return input;
  }

  /** The finished network. */
  Graph finish(Value result) {
    graph.output("logits", result);
    return graph.build();
  }

  long channels(Value value) {
    return value.type().extent(options.layout().channelAxis(value.type().rank()));
  }

  /** A convolution without bias. */
  Value conv(String name, Value data, long outputs, Window window, long groups) {
    return graph.apply(
        name,
        new Conv(window, groups, options.layout()),
        data,
        convWeight(name, channels(data) / groups, outputs, window));
  }

  /** A convolution with a bias. */
  Value convWithBias(String name, Value data, long outputs, Window window) {
    return graph.apply(
        name,
        new Conv(window, 1, options.layout()),
        data,
        convWeight(name, channels(data), outputs, window),
        vector(name + ".bias", outputs, -0.1, 0.1));
  }

  /**
   * Batch normalisation with statistics near 0 and 1.
   *
   * @param gain the middle of the range of scales; below 1 where a sum of branches follows, so that
   *     the sums do not grow from block to block
   */
  Value batchNorm(String name, Value data, double gain) {
    long channels = channels(data);
    return graph.apply(
        name,
        new BatchNorm(EPSILON, options.layout()),
        data,
        vector(name + ".scale", channels, 0.8 * gain, 1.2 * gain),
        vector(name + ".shift", channels, -0.1, 0.1),
        vector(name + ".mean", channels, -0.1, 0.1),
        vector(name + ".variance", channels, 0.8, 1.2));
  }

  Value relu(String name, Value data) {
    return graph.apply(name, new Unary(UnaryFunction.RELU), data);
  }

  /** {@code min(max(x, 0), 6)}. */
  Value relu6(String name, Value data) {
    return graph.apply(name, new Clip(0, 6), data);
  }

  Value add(String name, Value left, Value right) {
    return graph.apply(name, new Binary(BinaryFunction.ADD), left, right);
  }

  /**
   * The largest value of each window.
   *
   * @param roundUp whether a last window may reach over the end
   */
  Value maxPool(String name, Value data, Window window, boolean roundUp) {
    return graph.apply(name, new Pool(Pool.Kind.MAX, window, roundUp, options.layout()), data);
  }

  /** The average of each window, which must not be padded. */
  Value averagePool(String name, Value data, Window window) {
    return graph.apply(name, new Pool(Pool.Kind.AVERAGE, window, false, options.layout()), data);
  }

  /** Images one after the other along the channels. */
  Value concat(String name, Value... images) {
    int axis = options.layout().channelAxis(images[0].type().rank());
    return graph.apply(name, new Concat(axis), images);
  }

  /** The average of each channel, as a matrix of images by channels. */
  Value averageOfChannels(String name, Value data) {
    Value average = graph.apply(name, new GlobalPool(false, options.layout()), data);
    return graph.apply(name + ".flatten", new Flatten(1), average);
  }

  /** A fully connected layer with a bias on a matrix. */
  Value dense(String name, Value data, long outputs) {
    Shape shape = Shape.of(outputs, data.type().extent(1));
    return dense(name, data, shape, new int[] {0, 1});
  }

  /** A fully connected layer with a bias on all elements of an image, in the layout's order. */
  Value denseOnImage(String name, Value data, long outputs) {
    boolean first = options.layout() == Layout.CHANNELS_FIRST;
    int spatial = options.layout().spatialAxis();
    long height = data.type().extent(spatial);
    long width = data.type().extent(spatial + 1);
    Shape shape = Shape.of(outputs, channels(data), height, width);
    Value matrix = graph.apply(name + ".flatten", new Flatten(1), data);
    return dense(name, matrix, shape, first ? new int[] {0, 1, 2, 3} : new int[] {0, 2, 3, 1});
  }

  private Value dense(String name, Value data, Shape shape, int[] order) {
    long inputs = data.type().extent(1);
    double bound = bound(inputs);
    Value weight =
        graph.constant(
            name + ".weight",
            weights
                .uniform(-bound, bound, shape, order)
                .reshape(Shape.of(shape.extent(0), inputs)));
    Value bias = vector(name + ".bias", shape.extent(0), -0.1, 0.1);
    return graph.apply(name, Gemm.dense(), data, weight, bias);
  }

  private Value convWeight(String name, long inputs, long outputs, Window window) {
    long height = window.kernel().get(0);
    long width = window.kernel().get(1);
    double bound = bound(inputs * height * width);
    Shape shape = Shape.of(outputs, inputs, height, width);
    int[] order =
        options.layout() == Layout.CHANNELS_FIRST ? new int[] {0, 1, 2, 3} : new int[] {2, 3, 1, 0};
    return graph.constant(name + ".weight", weights.uniform(-bound, bound, shape, order));
  }

  private Value vector(String name, long count, double low, double high) {
    return graph.constant(name, weights.uniform(low, high, Shape.of(count), 0));
  }

  /** Values evenly distributed up to this bound have variance {@code 2 / inputs}. */
  private static double bound(long inputs) {
    return Math.sqrt(6.0 / inputs);
  }
}
