package dev.tilewright.graph.spec;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.graph.ops.Gemm;
import dev.tilewright.graph.ops.MatMul;
import dev.tilewright.graph.ops.TensorType;
import java.util.List;

/** Products of matrices. */
final class ProductKinds {
  static final List<OpKind> KINDS =
      List.of(
          new OpKind(
              "dense",
              "fully connected layer: data[batch, in] times weight[out, in] transposed",
              List.of(
                  OpParameter.extent("batch", 1, "rows of the data"),
                  OpParameter.extent("in", 2048, "columns of the data"),
                  OpParameter.extent("out", 1000, "columns of the result"),
                  OpParameter.flag("bias", true, "whether a bias of one value a column is added"),
                  SpecBuilder.activation(),
                  OpParameter.dtype(),
                  wide()),
              ProductKinds::dense),
          new OpKind(
              "matmul",
              "matrix product: A[m, k] times B[k, n]",
              List.of(
                  OpParameter.extent("m", 1024, "rows of the result"),
                  OpParameter.extent("n", 1024, "columns of the result"),
                  OpParameter.extent("k", 1024, "terms of each sum"),
                  SpecBuilder.activation(),
                  OpParameter.dtype(),
                  wide()),
              ProductKinds::matmul),
          new OpKind(
              "batch_matmul",
              "one matrix product a batch: A[batch, m, k] times B[batch, k, n]",
              List.of(
                  OpParameter.extent("batch", 8, "number of products"),
                  OpParameter.extent("m", 128, "rows of the results"),
                  OpParameter.extent("n", 128, "columns of the results"),
                  OpParameter.extent("k", 128, "terms of each sum"),
                  SpecBuilder.activation(),
                  OpParameter.dtype(),
                  wide()),
              ProductKinds::batchMatmul));

  private ProductKinds() {}

  private static OpParameter wide() {
    return OpParameter.flag("wide", false, "whether a float16 product stays float32");
  }

  private static OpDefinition dense(OpArguments arguments) {
    SpecBuilder builder = new SpecBuilder(arguments);
    long in = arguments.extent("in");
    long out = arguments.extent("out");
    Buffer data = builder.input("data", arguments.extent("batch"), in);
    Buffer weight = builder.weight("weight", out, in);
    Gemm dense = new Gemm(1, 1, false, true, arguments.flag("wide"));
    if (!arguments.flag("bias")) {
      return builder.finishActivated(builder.emit(dense, data, weight));
    }
    TensorType result = dense.inferTypes(TensorType.of(List.of(data, weight))).getFirst();
    Buffer bias = builder.weight("bias", result.dtype(), out);
    return builder.finishActivated(builder.emit(dense, data, weight, bias));
  }

  private static OpDefinition matmul(OpArguments arguments) {
    SpecBuilder builder = new SpecBuilder(arguments);
    Buffer a = builder.input("A", arguments.extent("m"), arguments.extent("k"));
    Buffer b = builder.input("B", arguments.extent("k"), arguments.extent("n"));
    return builder.finishActivated(builder.emit(new MatMul(arguments.flag("wide")), a, b));
  }

  private static OpDefinition batchMatmul(OpArguments arguments) {
    SpecBuilder builder = new SpecBuilder(arguments);
    long batch = arguments.extent("batch");
    Buffer a = builder.input("A", batch, arguments.extent("m"), arguments.extent("k"));
    Buffer b = builder.input("B", batch, arguments.extent("k"), arguments.extent("n"));
    return builder.finishActivated(builder.emit(new MatMul(arguments.flag("wide")), a, b));
  }
}
