package dev.tilewright.graph.pass;

import dev.tilewright.base.Shape;
import dev.tilewright.graph.ir.Graph;
import dev.tilewright.graph.ir.Node;
import dev.tilewright.graph.ir.Value;
import dev.tilewright.graph.ops.Operator;
import dev.tilewright.graph.ops.Reshape;
import dev.tilewright.graph.ops.Transpose;
import java.util.List;
import java.util.Optional;

/**
 * The shuffle of ShuffleNet, {@code reshape(n, g, c/g, h, w)}, {@code transpose(0, 2, 1, 3, 4)},
 * {@code reshape(n, c, h, w)}, on channels last: {@code reshape(n, h, w, g, c/g)}, {@code
 * transpose(0, 1, 2, 4, 3)}, {@code reshape(n, h, w, c)}.
 */
final class ChannelShuffle {
  private static final List<Integer> SWAP_SECOND = List.of(0, 2, 1, 3, 4);
  private static final List<Integer> SWAP_LAST = List.of(0, 1, 2, 4, 3);

  private ChannelShuffle() {}

  /** Converts the last node of a shuffle of a value that has channels last; false for others. */
  static boolean convert(Node node, Graph graph, ChannelsLastValues values) {
    Optional<Node> transpose = producer(node, graph, Reshape.class);
    Optional<Node> split = transpose.flatMap(swap -> producer(swap, graph, Transpose.class));
    if (split.isEmpty() || !isShuffle(split.get(), transpose.get(), node, values)) {
      return false;
    }
    Value data = split.get().inputs().getFirst();
    Shape image = data.type().shape();
    Shape parts = split.get().output().type().shape();
    Value current = values.last(data);
    Shape wide =
        Shape.of(
            image.extent(0), image.extent(2), image.extent(3), parts.extent(1), parts.extent(2));
    for (Operator step :
        List.of(new Reshape(wide), new Transpose(SWAP_LAST), new Reshape(current.type().shape()))) {
      current = values.apply(node, step, List.of(current)).getFirst();
    }
    values.define(node.output(), current);
    return true;
  }

  /** What computes the input of a node that has a given operator. */
  private static Optional<Node> producer(
      Node node, Graph graph, Class<? extends Operator> operator) {
    return operator.isInstance(node.operator())
        ? graph.producer(node.inputs().getFirst())
        : Optional.empty();
  }

  private static boolean isShuffle(Node split, Node swap, Node merge, ChannelsLastValues values) {
    if (!(split.operator() instanceof Reshape)
        || !(swap.operator() instanceof Transpose(var order))
        || !order.equals(SWAP_SECOND)) {
      return false;
    }
    Value data = split.inputs().getFirst();
    Shape image = data.type().shape();
    Shape parts = split.output().type().shape();
    return values.isLast(data)
        && image.rank() == 4
        && image.equals(merge.output().type().shape())
        && parts.extent(0) == image.extent(0)
        && parts.extent(1) * parts.extent(2) == image.extent(1)
        && parts.extent(3) == image.extent(2)
        && parts.extent(4) == image.extent(3);
  }
}
