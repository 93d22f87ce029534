package dev.tilewright.graph.pass;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.graph.ir.Graph;
import dev.tilewright.graph.ir.GraphRewriter;
import dev.tilewright.graph.ir.Node;
import dev.tilewright.graph.ir.Value;
import dev.tilewright.graph.ops.BatchNorm;
import dev.tilewright.graph.ops.Binary;
import dev.tilewright.graph.ops.BinaryFunction;
import dev.tilewright.runtime.Tensor;
import java.util.Arrays;

/**
 * {@code batch_norm(x, scale, shift, mean, variance)} with constant statistics before, {@code x *
 * factor + offset} after, with {@code factor = scale / sqrt(variance + epsilon)} and {@code offset
 * = shift - mean * factor}, which later passes fold into a convolution.
 */
public record SplitBatchNorm() implements GraphPass {
  @Override
  public String name() {
    return "split-batch-norm";
  }

  @Override
  public Graph apply(Graph graph) {
    GraphRewriter rewriter = new GraphRewriter(graph);
    for (Node node : graph.nodes()) {
      if (node.operator() instanceof BatchNorm norm && isSplittable(node, graph)) {
        split(norm, node, graph, rewriter);
      } else {
        rewriter.keep(node);
      }
    }
    return rewriter.finish();
  }

  private static boolean isSplittable(Node node, Graph graph) {
    return node.inputs().stream().skip(1).allMatch(graph::isConstant)
        && node.inputs().stream().allMatch(input -> input.type().dtype().equals(DType.FLOAT32));
  }

  private static void split(BatchNorm norm, Node node, Graph graph, GraphRewriter rewriter) {
    Value data = node.inputs().getFirst();
    double[] scale = constant(node, 1, graph);
    double[] shift = constant(node, 2, graph);
    double[] mean = constant(node, 3, graph);
    double[] variance = constant(node, 4, graph);
    double[] factor = new double[scale.length];
    double[] offset = new double[scale.length];
    for (int c = 0; c < scale.length; c++) {
      factor[c] = scale[c] / Math.sqrt(variance[c] + norm.epsilon());
      offset[c] = shift[c] - mean[c] * factor[c];
    }
    Shape shape = channelShape(norm, data.type().rank(), scale.length);
    Value scaled =
        apply(
            node.name() + ".scale",
            BinaryFunction.MUL,
            rewriter.map(data),
            factor,
            shape,
            rewriter);
    rewriter.replace(
        node.output(),
        apply(node.name() + ".shift", BinaryFunction.ADD, scaled, offset, shape, rewriter));
  }

  private static Value apply(
      String name,
      BinaryFunction function,
      Value data,
      double[] values,
      Shape shape,
      GraphRewriter rewriter) {
    Value constant =
        rewriter.builder().constant(name, Tensor.convert(DType.FLOAT32, shape, values));
    return rewriter.builder().apply(name, new Binary(function), data, constant);
  }

  /** One value a channel, of a shape that broadcasts to the data. */
  private static Shape channelShape(BatchNorm norm, int rank, long channels) {
    long[] extents = new long[rank - norm.layout().channelAxis(rank)];
    Arrays.fill(extents, 1);
    extents[0] = channels;
    return Shape.of(extents);
  }

  private static double[] constant(Node node, int input, Graph graph) {
    return graph.constant(node.inputs().get(input)).orElseThrow().toDoubles();
  }
}
