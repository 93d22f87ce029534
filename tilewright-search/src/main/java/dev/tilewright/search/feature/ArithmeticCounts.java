package dev.tilewright.search.feature;

import dev.tilewright.base.DType;
import dev.tilewright.core.expr.Combiner;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.te.Compute;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** How many operations of each kind one execution of a statement has. */
record ArithmeticCounts(Map<Kind, Integer> counts) {
  /** Kinds of operations, by the type of the result: float, integer, bool. */
  enum Kind {
    /** A multiplication whose result is added to something. */
    FLOAT_MAD,
    FLOAT_ADD_SUB,
    FLOAT_MUL,
    FLOAT_DIV,
    /** Comparisons, minima and maxima. */
    FLOAT_COMPARE,
    FLOAT_FUNCTION,
    /** Conversions to floats. */
    FLOAT_OTHER,
    INT_MAD,
    INT_ADD_SUB,
    INT_MUL,
    INT_DIV,
    INT_COMPARE,
    /** Bit operations, and conversions to integers. */
    INT_OTHER,
    BOOL,
    /** A choice between two values. */
    SELECT,
    /** A condition on indices, such as that of padding. */
    GUARD
  }

  static ArithmeticCounts of(Compute op) {
    ArithmeticCounts counter = new ArithmeticCounts(new EnumMap<>(Kind.class));
    op.body().values().forEach(counter::addTree);
    if (op.body() instanceof Compute.Reduction(Combiner combiner, var _, List<Expr> values)) {
      combiner.results().forEach(counter::addTree);
      for (int t = 0; t < values.size(); t++) {
        if (isAddition(combiner.results().get(t)) && isProduct(values.get(t))) {
          counter.fuse(values.get(t).dtype());
        }
      }
    }
    return counter;
  }

  int count(Kind kind) {
    return counts.getOrDefault(kind, 0);
  }

  /** Arithmetic on values; a multiplication with an addition counts as two. */
  int operations() {
    int sum = count(Kind.FLOAT_MAD) + count(Kind.INT_MAD);
    for (Kind kind : Kind.values()) {
      sum += kind == Kind.GUARD ? 0 : count(kind);
    }
    return sum;
  }

  private void addTree(Expr value) {
    ExecutedNodes.forEach(value, this::addNode);
  }

  private void addNode(Expr node) {
    switch (node) {
      case Expr.Binary(Expr.BinaryOp op, Expr left, Expr right) -> {
        add(kind(op, node.dtype()));
        if (isAddition(node) && (isProduct(left) || isProduct(right))) {
          fuse(node.dtype());
        }
      }
      case Expr.Compare(var _, Expr left, Expr _) ->
          add(left.dtype().isFloat() ? Kind.FLOAT_COMPARE : Kind.INT_COMPARE);
      case Expr.CompareIndex _ -> add(Kind.GUARD);
      case Expr.Not _ -> add(Kind.BOOL);
      case Expr.Select _ -> add(Kind.SELECT);
      case Expr.Cast cast -> add(other(cast.dtype()));
      case Expr.FromIndex index -> add(other(index.dtype()));
      case Expr.Call _ -> add(Kind.FLOAT_FUNCTION);
      case Expr.Load _ -> {}
      case Expr.Param _ -> {}
      case Expr.FloatConst _ -> {}
      case Expr.IntConst _ -> {}
    }
  }

  private void add(Kind kind) {
    counts.merge(kind, 1, Integer::sum);
  }

  /** Turns an addition and a multiplication, both counted, into one fused operation. */
  private void fuse(DType dtype) {
    boolean isFloat = dtype.isFloat();
    add(isFloat ? Kind.FLOAT_MAD : Kind.INT_MAD);
    counts.merge(isFloat ? Kind.FLOAT_ADD_SUB : Kind.INT_ADD_SUB, -1, Integer::sum);
    counts.merge(isFloat ? Kind.FLOAT_MUL : Kind.INT_MUL, -1, Integer::sum);
  }

  private static boolean isAddition(Expr node) {
    return node instanceof Expr.Binary(Expr.BinaryOp op, Expr _, Expr _)
        && op == Expr.BinaryOp.ADD
        && !node.dtype().isBool();
  }

  private static boolean isProduct(Expr node) {
    return node instanceof Expr.Binary(Expr.BinaryOp op, Expr _, Expr _)
        && op == Expr.BinaryOp.MUL
        && !node.dtype().isBool();
  }

  private static Kind kind(Expr.BinaryOp op, DType dtype) {
    if (dtype.isBool()) {
      return Kind.BOOL;
    }
    boolean isFloat = dtype.isFloat();
    return switch (op) {
      case ADD, SUB -> isFloat ? Kind.FLOAT_ADD_SUB : Kind.INT_ADD_SUB;
      case MUL -> isFloat ? Kind.FLOAT_MUL : Kind.INT_MUL;
      case DIV, REM -> isFloat ? Kind.FLOAT_DIV : Kind.INT_DIV;
      case MIN, MAX -> isFloat ? Kind.FLOAT_COMPARE : Kind.INT_COMPARE;
      case AND, OR, XOR, SHL, SHR -> Kind.INT_OTHER;
    };
  }

  private static Kind other(DType dtype) {
    return dtype.isFloat() ? Kind.FLOAT_OTHER : Kind.INT_OTHER;
  }
}
