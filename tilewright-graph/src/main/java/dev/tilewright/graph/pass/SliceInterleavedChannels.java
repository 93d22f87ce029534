package dev.tilewright.graph.pass;

import dev.tilewright.base.Shape;
import dev.tilewright.graph.ir.Graph;
import dev.tilewright.graph.ir.GraphRewriter;
import dev.tilewright.graph.ir.Node;
import dev.tilewright.graph.ir.Value;
import dev.tilewright.graph.ops.Gather;
import dev.tilewright.graph.ops.Operator;
import dev.tilewright.graph.ops.Reshape;
import dev.tilewright.graph.ops.Slice;
import dev.tilewright.graph.ops.Transpose;
import java.util.List;
import java.util.Optional;

/**
 * Every {@code g}-th channel of an image, as ShuffleNet V2 splits its channels: {@code
 * gather(reshape(transpose(reshape(x, n*c/g, g, h*w), 1, 0, 2), g, n, c/g, h, w), k)} before,
 * {@code x[:, k::g]} after.
 */
public record SliceInterleavedChannels() implements GraphPass {
  private static final List<Integer> SWAP = List.of(1, 0, 2);

  @Override
  public String name() {
    return "slice-interleaved-channels";
  }

  @Override
  public Graph apply(Graph graph) {
    GraphRewriter rewriter = new GraphRewriter(graph);
    for (Node node : graph.nodes()) {
      Optional<Value> image = interleavedImage(node, graph);
      if (image.isPresent()) {
        Value data = rewriter.map(image.get());
        Slice slice = slice(node, graph, image.get());
        rewriter.replace(node.output(), rewriter.builder().apply(node.name(), slice, data));
      } else {
        rewriter.keep(node);
      }
    }
    return rewriter.finish();
  }

  /** The image that a gather takes interleaved channels of, if that is what it does. */
  private static Optional<Value> interleavedImage(Node node, Graph graph) {
    if (!(node.operator() instanceof Gather(int axis))
        || axis != 0
        || node.inputs().get(1).type().rank() != 0
        || !graph.isConstant(node.inputs().get(1))) {
      return Optional.empty();
    }
    return producer(node.inputs().getFirst(), graph, Reshape.class)
        .flatMap(
            merge ->
                producer(merge.inputs().getFirst(), graph, Transpose.class)
                    .filter(swap -> swap.operator().equals(new Transpose(SWAP)))
                    .flatMap(swap -> producer(swap.inputs().getFirst(), graph, Reshape.class))
                    .filter(split -> isInterleaving(split, merge.output().type().shape()))
                    .map(split -> split.inputs().getFirst()));
  }

  private static Optional<Node> producer(
      Value value, Graph graph, Class<? extends Operator> operator) {
    return graph.producer(value).filter(node -> operator.isInstance(node.operator()));
  }

  private static boolean isInterleaving(Node split, Shape parts) {
    Shape image = split.inputs().getFirst().type().shape();
    if (image.rank() != 4 || parts.rank() != 5) {
      return false;
    }
    long groups = parts.extent(0);
    Shape rows =
        Shape.of(parts.extent(1) * parts.extent(2), groups, parts.extent(3) * parts.extent(4));
    return split.output().type().shape().equals(rows)
        && image.extent(0) == parts.extent(1)
        && image.extent(1) == groups * parts.extent(2)
        && image.extent(2) == parts.extent(3)
        && image.extent(3) == parts.extent(4);
  }

  private static Slice slice(Node gather, Graph graph, Value image) {
    Shape result = gather.output().type().shape();
    long groups = image.type().extent(1) / result.extent(1);
    long position = graph.constant(gather.inputs().get(1)).orElseThrow().getLong(0);
    return new Slice(
        List.of(0L, Math.floorMod(position, groups), 0L, 0L),
        List.of(result.extent(0), result.extent(1), result.extent(2), result.extent(3)),
        List.of(1L, groups, 1L, 1L));
  }
}
