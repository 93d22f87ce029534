package dev.tilewright.core.schedule.step;

import dev.tilewright.base.DType;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * An element of the product of a small constant matrix and a vector of expressions. The row is an
 * index: the expression selects among the rows, which folds to one row where the index is a
 * constant, as in an unrolled loop. Terms with factor 0 are left out, factors 1 and -1 do not
 * multiply.
 */
final class MatrixProduct {
  private MatrixProduct() {}

  /**
   * @param row 0 to {@code matrix.size() - 1}
   * @param vector the element for each column
   */
  static Expr element(List<List<Double>> matrix, Index row, IntFunction<Expr> vector, DType dtype) {
    Expr value = row(matrix.getLast(), vector, dtype);
    for (int r = matrix.size() - 2; r >= 0; r--) {
      Expr isRow = new Expr.CompareIndex(Expr.CompareOp.EQ, row, Index.of(r));
      value = Expr.select(isRow, row(matrix.get(r), vector, dtype), value);
    }
    return value;
  }

  private static Expr row(List<Double> factors, IntFunction<Expr> vector, DType dtype) {
    Optional<Expr> sum = Optional.empty();
    for (int column = 0; column < factors.size(); column++) {
      double factor = factors.get(column);
      if (factor != 0) {
        Expr element = vector.apply(column);
        sum =
            Optional.of(
                sum.map(before -> plus(before, factor, element, dtype))
                    .orElseGet(() -> scaled(factor, element, dtype)));
      }
    }
    return sum.orElseGet(() -> Expr.constant(0.0, dtype));
  }

  private static Expr plus(Expr sum, double factor, Expr element, DType dtype) {
    return factor < 0
        ? Expr.sub(sum, scaled(-factor, element, dtype))
        : Expr.add(sum, scaled(factor, element, dtype));
  }

  private static Expr scaled(double factor, Expr element, DType dtype) {
    return factor == 1 ? element : Expr.mul(Expr.constant(factor, dtype), element);
  }
}
