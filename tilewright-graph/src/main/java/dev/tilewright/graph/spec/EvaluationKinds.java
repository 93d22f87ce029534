package dev.tilewright.graph.spec;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.graph.ops.MatMul;
import dev.tilewright.graph.ops.Reduce;
import dev.tilewright.graph.ops.ReduceFunction;
import dev.tilewright.graph.ops.Transpose;
import java.util.List;

/** Workloads of published evaluations that are more than one plain operator. */
final class EvaluationKinds {
  static final List<OpKind> KINDS =
      List.of(
          new OpKind(
              "norm",
              "2-norm of each matrix: the root of the sum of the squares of A[batch, m, n]",
              List.of(
                  OpParameter.extent("batch", 1, "number of matrices"),
                  OpParameter.extent("m", 256, "rows of a matrix"),
                  OpParameter.extent("n", 256, "columns of a matrix"),
                  OpParameter.dtype()),
              EvaluationKinds::norm),
          new OpKind(
              "transpose_batch_matmul",
              "attention scores: query[batch, seq, heads, dim] times key of that shape, a head"
                  + " at a time",
              List.of(
                  OpParameter.extent("batch", 1, "number of sequences"),
                  OpParameter.extent("seq", 128, "length of a sequence"),
                  OpParameter.extent("heads", 12, "number of heads"),
                  OpParameter.extent("dim", 64, "terms of each sum"),
                  OpParameter.dtype()),
              EvaluationKinds::transposeBatchMatmul));

  private EvaluationKinds() {}

  private static OpDefinition norm(OpArguments arguments) {
    SpecBuilder builder = new SpecBuilder(arguments);
    Buffer data =
        builder.input("A", arguments.extent("batch"), arguments.extent("m"), arguments.extent("n"));
    return builder.finish(builder.emit(new Reduce(ReduceFunction.L2, List.of(1, 2), false), data));
  }

  private static OpDefinition transposeBatchMatmul(OpArguments arguments) {
    SpecBuilder builder = new SpecBuilder(arguments);
    long[] extents = {
      arguments.extent("batch"),
      arguments.extent("seq"),
      arguments.extent("heads"),
      arguments.extent("dim")
    };
    Buffer query = builder.input("query", extents);
    Buffer key = builder.input("key", extents);
    Buffer rows = builder.emit(new Transpose(List.of(0, 2, 1, 3)), query);
    Buffer columns = builder.emit(new Transpose(List.of(0, 2, 3, 1)), key);
    return builder.finish(builder.emit(new MatMul(false), rows, columns));
  }
}
