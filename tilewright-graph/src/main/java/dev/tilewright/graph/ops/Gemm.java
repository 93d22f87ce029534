package dev.tilewright.graph.ops;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Combiner;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.te.DagBuilder;
import java.util.List;

/**
 * {@code alpha * A * B + beta * C} of matrices: inputs A, B and optionally C, which broadcasts to
 * the result.
 *
 * @param alpha factor of the product
 * @param beta factor of C
 * @param transposeA whether A is stored as K×M rather than M×K
 * @param transposeB whether B is stored as N×K rather than K×N
 * @param wide whether the result keeps the accumulator's type (float16 in, float32 out); integers
 *     always do
 */
public record Gemm(double alpha, double beta, boolean transposeA, boolean transposeB, boolean wide)
    implements Operator {
  /** The fully connected layer: data M×K, weight N×K, optionally a bias of N values. */
  public static Gemm dense() {
    return new Gemm(1, 1, false, true, false);
  }

  @Override
  public String name() {
    return isDense() ? "dense" : "gemm";
  }

  @Override
  public String stageName() {
    return isDense() ? "T_dense" : "T_matmul";
  }

  private boolean isDense() {
    return transposeB && !transposeA;
  }

  @Override
  public List<TensorType> inferTypes(List<TensorType> inputs) {
    Operands operands = new Operands(this, inputs).requireCount(2, 3);
    operands.requireRank(0, 2).requireRank(1, 2);
    new Operands(this, inputs.subList(0, 2)).requireOneType();
    operands.require(!operands.dtype().isBool(), "no sums of bool");
    TensorType a = operands.get(0);
    TensorType b = operands.get(1);
    long k = a.extent(transposeA ? 0 : 1);
    long other = b.extent(transposeB ? 1 : 0);
    operands.require(k == other, "the inner extents are %d and %d; expected equal ones", k, other);
    Shape shape = Shape.of(a.extent(transposeA ? 1 : 0), b.extent(transposeB ? 0 : 1));
    TensorType result = new TensorType(Accumulation.resultOf(a.dtype(), wide), shape);
    if (inputs.size() == 3) {
      Operands sum = new Operands(this, List.of(result, operands.get(2)));
      operands.require(
          Broadcasting.shape(sum).equals(shape), "input 2 does not broadcast to %s", shape);
      sum.requireOneType();
    }
    return List.of(result);
  }

  @Override
  public List<Buffer> emit(DagBuilder te, String name, List<Buffer> inputs) {
    TensorType result = inferTypes(TensorType.of(inputs)).getFirst();
    Buffer sum = emitProduct(te, name, inputs.get(0), inputs.get(1), result.shape());
    Buffer product = scaled(te, Accumulation.convert(te, sum, result.dtype()), alpha);
    if (inputs.size() == 2) {
      return List.of(product);
    }
    Buffer addend = inputs.get(2);
    return List.of(
        te.compute(
            "T_add",
            product.shape(),
            i -> {
              Expr value = Reindex.broadcast(addend, product.shape(), i);
              Expr factor = Expr.constant(beta, result.dtype());
              return Expr.add(product.at(i), beta == 1 ? value : Expr.mul(value, factor));
            }));
  }

  private Buffer emitProduct(DagBuilder te, String name, Buffer a, Buffer b, Shape shape) {
    DType type = Accumulation.typeFor(a.dtype());
    return te.reduce(
        name,
        List.of("i", "j"),
        shape,
        List.of("k"),
        Shape.of(a.shape().extent(transposeA ? 0 : 1)),
        Combiner.sum(type),
        (i, k) ->
            Expr.mul(
                Expr.cast(transposeA ? a.at(k[0], i[0]) : a.at(i[0], k[0]), type),
                Expr.cast(transposeB ? b.at(i[1], k[0]) : b.at(k[0], i[1]), type)));
  }

  private static Buffer scaled(DagBuilder te, Buffer value, double factor) {
    return factor == 1
        ? value
        : te.compute(
            "T_multiply",
            value.shape(),
            i -> Expr.mul(value.at(i), Expr.constant(factor, value.dtype())));
  }
}
