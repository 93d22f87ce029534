package dev.tilewright.graph.pass;

import dev.tilewright.graph.ir.Graph;
import dev.tilewright.graph.ir.GraphRewriter;
import dev.tilewright.graph.ir.Node;
import dev.tilewright.graph.ops.Cast;
import dev.tilewright.graph.ops.Clip;
import dev.tilewright.graph.ops.Concat;
import dev.tilewright.graph.ops.Expand;
import dev.tilewright.graph.ops.GraphOperator;
import dev.tilewright.graph.ops.Pad;
import dev.tilewright.graph.ops.Slice;
import dev.tilewright.graph.ops.TensorType;
import dev.tilewright.graph.ops.Tile;
import dev.tilewright.graph.ops.Transpose;
import dev.tilewright.graph.ops.ViewOperator;
import java.util.stream.IntStream;

/**
 * {@code x → identity → y} before, {@code x → y} after: drops nodes whose result is their first
 * input, such as a reshape to the same shape. Nodes that nobody reads go with every pass.
 */
public record RemoveIdentities() implements GraphPass {
  @Override
  public String name() {
    return "remove-identities";
  }

  @Override
  public Graph apply(Graph graph) {
    GraphRewriter rewriter = new GraphRewriter(graph);
    for (Node node : graph.nodes()) {
      if (isIdentity(node)) {
        rewriter.replace(node.output(), rewriter.map(node.inputs().getFirst()));
      } else {
        rewriter.keep(node);
      }
    }
    return rewriter.finish();
  }

  private static boolean isIdentity(Node node) {
    if (node.inputs().isEmpty() || node.outputs().size() != 1) {
      return false;
    }
    TensorType input = node.inputs().getFirst().type();
    return input.equals(node.output().type()) && keepsElements(node.operator(), node);
  }

  /** For operators whose result has the type of the first input. */
  private static boolean keepsElements(GraphOperator operator, Node node) {
    return switch (operator) {
      case ViewOperator view -> true;
      case Cast cast -> true;
      case Expand expand -> true;
      case Tile tile -> true;
      case Concat concat -> node.inputs().size() == 1;
      case Transpose transpose -> keepsOrder(transpose, node.output().type());
      case Clip clip -> Double.isInfinite(clip.low()) && Double.isInfinite(clip.high());
      case Slice slice -> slice.steps().stream().allMatch(step -> step > 0);
      case Pad pad -> pad.before().stream().allMatch(count -> count == 0);
      default -> false;
    };
  }

  /** True if only dimensions of extent 1 move. */
  private static boolean keepsOrder(Transpose transpose, TensorType result) {
    int[] moved =
        IntStream.range(0, result.rank())
            .filter(d -> result.extent(d) != 1)
            .map(d -> transpose.order().get(d))
            .toArray();
    return IntStream.range(1, moved.length).allMatch(i -> moved[i - 1] < moved[i]);
  }
}
