package dev.tilewright.core.schedule.step;

import dev.tilewright.base.DType;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * An element of the product of a small constant matrix and a vector of expressions. The row is an
 * index: the expression selects among the rows, which folds to one row where the index is a
 * constant, as in an unrolled loop. Terms with factor 0 are left out, factors 1 and -1 do not
 * multiply.
 *
 * <p>The terms of a row are summed part by part, and a part is written as a factor times a sum
 * whose last term has factor 1. Rows whose parts differ in that factor only then have a common
 * subexpression each, as {@code e + o} and {@code e - o} have.
 */
final class MatrixProduct {
  private final List<List<Double>> matrix;
  private final List<List<Integer>> parts;
  private final DType dtype;

  /**
   * @param parts which columns are summed together; each column is in one of them
   */
  MatrixProduct(List<List<Double>> matrix, List<List<Integer>> parts, DType dtype) {
    this.matrix = matrix;
    this.parts = parts;
    this.dtype = dtype;
  }

  /**
   * @param row 0 to the number of rows less 1
   * @param vector the element for each column
   */
  Expr element(Index row, IntFunction<Expr> vector) {
    Expr value = row(matrix.getLast(), vector);
    for (int r = matrix.size() - 2; r >= 0; r--) {
      Expr isRow = new Expr.CompareIndex(Expr.CompareOp.EQ, row, Index.of(r));
      value = Expr.select(isRow, row(matrix.get(r), vector), value);
    }
    return value;
  }

  /** A product that is part of a sum. */
  private record Term(double factor, Expr value) {}

  private Expr row(List<Double> factors, IntFunction<Expr> vector) {
    List<Term> sum = new ArrayList<>();
    for (List<Integer> part : parts) {
      List<Term> terms = new ArrayList<>();
      for (int column : part) {
        if (factors.get(column) != 0) {
          terms.add(new Term(factors.get(column), vector.apply(column)));
        }
      }
      if (sum.isEmpty() || terms.size() < 2) {
        sum.addAll(terms);
      } else {
        sum.add(factored(terms));
      }
    }
    return sum(sum);
  }

  private Term factored(List<Term> terms) {
    double common = terms.getLast().factor();
    return new Term(
        common,
        sum(terms.stream().map(term -> new Term(term.factor() / common, term.value())).toList()));
  }

  private Expr sum(List<Term> terms) {
    if (terms.isEmpty()) {
      return Expr.constant(0.0, dtype);
    }
    Expr sum = scaled(terms.getFirst().factor(), terms.getFirst().value());
    for (Term term : terms.subList(1, terms.size())) {
      Expr positive = scaled(Math.abs(term.factor()), term.value());
      sum = term.factor() < 0 ? Expr.sub(sum, positive) : Expr.add(sum, positive);
    }
    return sum;
  }

  private Expr scaled(double factor, Expr element) {
    return factor == 1 ? element : Expr.mul(Expr.constant(factor, dtype), element);
  }
}
