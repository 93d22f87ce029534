package dev.tilewright.graph.pass;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.graph.ir.Graph;
import dev.tilewright.graph.ir.GraphRewriter;
import dev.tilewright.graph.ir.Node;
import dev.tilewright.graph.ir.Value;
import dev.tilewright.graph.ops.Binary;
import dev.tilewright.graph.ops.BinaryFunction;
import dev.tilewright.graph.ops.GraphOperator;
import dev.tilewright.runtime.Tensor;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * {@code conv(x, w, b) * factor} and {@code conv(x, w, b) + offset} with constants of one value an
 * output channel before, {@code conv(x, w * factor, b * factor)} and {@code conv(x, w, b + offset)}
 * after; the same for dense layers. Sums and products of the new constants are rounded once, from
 * float64.
 */
public record FoldChannelConstants() implements GraphPass {
  @Override
  public String name() {
    return "fold-channel-constants";
  }

  @Override
  public Graph apply(Graph graph) {
    return new Folding(graph).run();
  }

  /** A convolution or dense layer of the new graph whose constants may still change. */
  private record Layer(String name, GraphOperator operator, Value data, ChannelWeights weights) {}

  private static final class Folding {
    private final Graph graph;
    private final GraphRewriter rewriter;
    private final Map<Value, Layer> layers = new IdentityHashMap<>();

    Folding(Graph graph) {
      this.graph = graph;
      this.rewriter = new GraphRewriter(graph);
    }

    Graph run() {
      for (Node node : graph.nodes()) {
        Optional<Layer> folded = folded(node);
        if (folded.isPresent()) {
          layers.remove(foldedInput(node));
          defer(node, folded.get());
        } else {
          node.inputs().forEach(this::emit);
          keep(node);
        }
      }
      graph.outputs().forEach(output -> emit(output.value()));
      return rewriter.finish();
    }

    private void keep(Node node) {
      Optional<ChannelWeights> weights = ChannelWeights.of(node, graph);
      if (weights.isPresent() && isReadByOneConstantOperation(node)) {
        Value data = rewriter.map(node.inputs().getFirst());
        defer(node, new Layer(node.name(), node.operator(), data, weights.get()));
      } else {
        rewriter.keep(node);
      }
    }

    /** Waits with the layer if the operation that reads its result may fold too. */
    private void defer(Node node, Layer layer) {
      layers.put(node.output(), layer);
      if (!isReadByOneConstantOperation(node)) {
        emit(node.output());
      }
    }

    private void emit(Value value) {
      Layer layer = layers.remove(value);
      if (layer != null) {
        Value result =
            rewriter
                .builder()
                .applyAll(
                    layer.name(),
                    layer.operator(),
                    layer.weights().operands(layer.name(), layer.data(), rewriter.builder()))
                .getFirst();
        rewriter.replace(value, result);
      }
    }

    private boolean isReadByOneConstantOperation(Node node) {
      List<Node> users = graph.users(node.output());
      return users.size() == 1
          && !graph.isOutput(node.output())
          && users.getFirst().operator() instanceof Binary
          && users.getFirst().inputs().stream().anyMatch(graph::isConstant);
    }

    private Value foldedInput(Node node) {
      return node.inputs().stream().filter(layers::containsKey).findFirst().orElseThrow();
    }

    /** The layer with a following operation folded into its constants. */
    private Optional<Layer> folded(Node node) {
      if (!(node.operator() instanceof Binary(BinaryFunction function))
          || node.inputs().stream().noneMatch(layers::containsKey)
          || node.inputs().stream().noneMatch(graph::isConstant)) {
        return Optional.empty();
      }
      Value input = foldedInput(node);
      if (!input.type().equals(node.output().type())
          || graph.users(input).size() != 1
          || graph.isOutput(input)) {
        return Optional.empty();
      }
      boolean layerFirst = node.inputs().getFirst() == input;
      Value constant = node.inputs().get(layerFirst ? 1 : 0);
      Layer layer = layers.get(input);
      int axis = layer.weights().channelAxis();
      return perChannel(constant, axis, input.type().shape())
          .flatMap(values -> layer.weights().apply(function, layerFirst, values))
          .map(weights -> new Layer(layer.name(), layer.operator(), layer.data(), weights));
    }

    /** The values of a constant that differ at most along one axis of the result. */
    private Optional<double[]> perChannel(Value constant, int axis, Shape result) {
      Tensor tensor = graph.constant(constant).orElseThrow();
      Shape shape = tensor.shape();
      int skipped = result.rank() - shape.rank();
      for (int d = 0; d < shape.rank(); d++) {
        if (shape.extent(d) != 1 && d + skipped != axis) {
          return Optional.empty();
        }
      }
      if (!tensor.dtype().equals(DType.FLOAT32) || skipped < 0) {
        return Optional.empty();
      }
      double[] values = tensor.toDoubles();
      double[] channels = new double[(int) result.extent(axis)];
      for (int c = 0; c < channels.length; c++) {
        channels[c] = values[values.length == 1 ? 0 : c];
      }
      return Optional.of(channels);
    }
  }
}
