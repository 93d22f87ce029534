package dev.tilewright.core.expr;

import dev.tilewright.base.DType;
import java.util.List;

/**
 * An associative and commutative operation that reduces tuples of values, with its identity. A
 * plain sum is a tuple of one. {@code results.get(t)} is an expression over the parameters {@code
 * left} and {@code right}; it may use every component of both.
 *
 * @param name the name printed and used in records: {@code sum}, {@code max}, {@code min}, {@code
 *     prod}, {@code argmax}, …
 * @param left the accumulated tuple
 * @param right the incoming tuple
 * @param results the combined tuple
 * @param identities constants that change nothing when combined with any value
 */
public record Combiner(
    String name,
    List<Expr.Param> left,
    List<Expr.Param> right,
    List<Expr> results,
    List<Expr> identities) {
  public Combiner {
    left = List.copyOf(left);
    right = List.copyOf(right);
    results = List.copyOf(results);
    identities = List.copyOf(identities);
    int width = left.size();
    if (width == 0
        || right.size() != width
        || results.size() != width
        || identities.size() != width) {
      throw new IllegalArgumentException(
          "combiner %s: left, right, results and identities have %d, %d, %d, %d components; expected one number above 0"
              .formatted(name, width, right.size(), results.size(), identities.size()));
    }
  }

  /** Number of tuple components. */
  public int width() {
    return left.size();
  }

  public static Combiner sum(DType dtype) {
    return single("sum", Expr.BinaryOp.ADD, dtype, Expr.constant(0L, dtype));
  }

  public static Combiner prod(DType dtype) {
    return single("prod", Expr.BinaryOp.MUL, dtype, Expr.constant(1L, dtype));
  }

  public static Combiner max(DType dtype) {
    return single("max", Expr.BinaryOp.MAX, dtype, Limits.lowest(dtype));
  }

  public static Combiner min(DType dtype) {
    return single("min", Expr.BinaryOp.MIN, dtype, Limits.highest(dtype));
  }

  /**
   * Index and value of the largest element; of equal ones the smallest index. The tuple is (index,
   * value).
   */
  public static Combiner argmax(DType indexType, DType valueType) {
    return arg("argmax", Expr.CompareOp.GT, indexType, valueType, Limits.lowest(valueType));
  }

  /** Index and value of the smallest element; of equal ones the smallest index. */
  public static Combiner argmin(DType indexType, DType valueType) {
    return arg("argmin", Expr.CompareOp.LT, indexType, valueType, Limits.highest(valueType));
  }

  private static Combiner single(String name, Expr.BinaryOp op, DType dtype, Expr identity) {
    Expr.Param left = new Expr.Param("x", dtype);
    Expr.Param right = new Expr.Param("y", dtype);
    return new Combiner(
        name,
        List.of(left),
        List.of(right),
        List.of(new Expr.Binary(op, left, right)),
        List.of(identity));
  }

  private static Combiner arg(
      String name, Expr.CompareOp better, DType indexType, DType valueType, Expr worst) {
    Expr.Param leftIndex = new Expr.Param("xi", indexType);
    Expr.Param leftValue = new Expr.Param("xv", valueType);
    Expr.Param rightIndex = new Expr.Param("yi", indexType);
    Expr.Param rightValue = new Expr.Param("yv", valueType);
    Expr leftWins =
        Expr.or(
            new Expr.Compare(better, leftValue, rightValue),
            Expr.and(
                new Expr.Compare(Expr.CompareOp.EQ, leftValue, rightValue),
                new Expr.Compare(Expr.CompareOp.LE, leftIndex, rightIndex)));
    return new Combiner(
        name,
        List.of(leftIndex, leftValue),
        List.of(rightIndex, rightValue),
        List.of(
            Expr.select(leftWins, leftIndex, rightIndex),
            Expr.select(leftWins, leftValue, rightValue)),
        List.of(Limits.highest(indexType), worst));
  }
}
