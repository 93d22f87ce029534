package dev.tilewright.bench.blas;

import dev.tilewright.graph.ir.Node;
import dev.tilewright.graph.ir.Value;
import dev.tilewright.graph.ops.TensorType;
import java.util.List;

/**
 * {@code C[b] = A[b] * B[b] + bias} of row-major matrices.
 *
 * @param operands A, B and optionally the bias
 * @param batch number of products
 * @param m rows of the result
 * @param n columns of the result
 * @param k terms of each sum
 * @param transposeA whether A is stored as K×M
 * @param transposeB whether B is stored as N×K
 */
record MatrixProduct(
    List<Value> operands, int batch, int m, int n, int k, boolean transposeA, boolean transposeB) {
  static MatrixProduct of(Node node, boolean transposeA, boolean transposeB) {
    TensorType result = node.output().type();
    TensorType a = node.inputs().getFirst().type();
    int rank = result.rank();
    int m = Math.toIntExact(result.extent(rank - 2));
    int n = Math.toIntExact(result.extent(rank - 1));
    int k = Math.toIntExact(a.extent(transposeA ? rank - 2 : rank - 1));
    int batch = Math.toIntExact(result.shape().elements() / m / n);
    return new MatrixProduct(node.inputs(), batch, m, n, k, transposeA, transposeB);
  }

  boolean hasBias() {
    return operands.size() == 3;
  }
}
