package dev.tilewright.core.expr;

import dev.tilewright.base.DType;
import java.util.List;

/**
 * A value expression with a data type. Nodes are immutable and compared by identity in passes.
 * Floating-point operations are evaluated in the order written, in the type written; integer
 * operations wrap around. A reduction is not an expression: it is part of a compute operation.
 */
public sealed interface Expr {
  /** The type of the value. */
  DType dtype();

  /** A floating-point constant. */
  record FloatConst(double value, DType dtype) implements Expr {}

  /** An integer or bool constant (bool: 0 or 1). */
  record IntConst(long value, DType dtype) implements Expr {}

  /** An index used as a value, wrapped or rounded to {@code dtype}. */
  record FromIndex(Index index, DType dtype) implements Expr {}

  /** A parameter of a combiner, see {@link Combiner}. */
  record Param(String name, DType dtype) implements Expr {}

  /** Arithmetic and bool logic on two values of one type, which is the result's. */
  record Binary(BinaryOp op, Expr left, Expr right) implements Expr {
    public Binary {
      requireSameType(op.name(), left, right);
    }

    @Override
    public DType dtype() {
      return left.dtype();
    }
  }

  /** A comparison of two values of one type; NaN compares false except for {@code NE}. */
  record Compare(CompareOp op, Expr left, Expr right) implements Expr {
    public Compare {
      requireSameType(op.name(), left, right);
    }

    @Override
    public DType dtype() {
      return DType.BOOL;
    }
  }

  /** A comparison of two indices: how guards and padding conditions are written. */
  record CompareIndex(CompareOp op, Index left, Index right) implements Expr {
    @Override
    public DType dtype() {
      return DType.BOOL;
    }
  }

  /** Logical negation of a bool. */
  record Not(Expr value) implements Expr {
    @Override
    public DType dtype() {
      return DType.BOOL;
    }
  }

  /**
   * {@code condition ? thenValue : elseValue}. The branch that is not taken is not evaluated, so it
   * may read out of bounds: this is how padding is written.
   */
  record Select(Expr condition, Expr thenValue, Expr elseValue) implements Expr {
    public Select {
      requireSameType("select", thenValue, elseValue);
    }

    @Override
    public DType dtype() {
      return thenValue.dtype();
    }
  }

  /** Conversion; float to integer truncates and saturates, NaN becomes 0. */
  record Cast(Expr value, DType dtype) implements Expr {}

  /** A mathematical function; all arguments and the result have one floating-point type. */
  record Call(MathFunction function, List<Expr> arguments) implements Expr {
    public Call {
      arguments = List.copyOf(arguments);
    }

    @Override
    public DType dtype() {
      return arguments.getFirst().dtype();
    }
  }

  /** An element of a buffer; one index an axis. */
  record Load(Buffer buffer, List<Index> indices) implements Expr {
    public Load {
      indices = List.copyOf(indices);
      if (indices.size() != buffer.shape().rank()) {
        throw new IllegalArgumentException(
            "load from %s: got %d indices; expected %d, the rank of the buffer"
                .formatted(buffer.name(), indices.size(), buffer.shape().rank()));
      }
    }

    @Override
    public DType dtype() {
      return buffer.dtype();
    }
  }

  /**
   * Arithmetic on equal types; {@code AND}, {@code OR}, {@code XOR} are bitwise, or logical on
   * bool.
   */
  enum BinaryOp {
    ADD,
    SUB,
    MUL,
    /** True division of floats; integer division truncates towards zero, by zero gives zero. */
    DIV,
    /** C remainder: the sign of the dividend; by zero gives zero. */
    REM,
    /** NaN if either operand is NaN. */
    MIN,
    /** NaN if either operand is NaN. */
    MAX,
    AND,
    OR,
    XOR,
    /** Shift left; a shift by the width or more gives zero. */
    SHL,
    /**
     * Shift right, arithmetic on signed types; by the width or more gives zero, or -1 for negative
     * values.
     */
    SHR
  }

  enum CompareOp {
    EQ,
    NE,
    LT,
    LE,
    GT,
    GE
  }

  /**
   * Functions that code generation knows, with relative error of at most a few units in the last
   * place.
   */
  enum MathFunction {
    EXP,
    LOG,
    SQRT,
    RSQRT,
    SIN,
    COS,
    TAN,
    ASIN,
    ACOS,
    ATAN,
    SINH,
    COSH,
    TANH,
    ASINH,
    ACOSH,
    ATANH,
    ERF,
    ABS,
    FLOOR,
    CEIL,
    /** Rounds half to even. */
    ROUND,
    TRUNC,
    /** Two arguments. */
    POW,
    SIGMOID
  }

  static Expr constant(double value, DType dtype) {
    return dtype.isFloat() ? new FloatConst(value, dtype) : new IntConst((long) value, dtype);
  }

  static Expr constant(long value, DType dtype) {
    return dtype.isFloat() ? new FloatConst(value, dtype) : new IntConst(value, dtype);
  }

  static Expr add(Expr left, Expr right) {
    return new Binary(BinaryOp.ADD, left, right);
  }

  static Expr sub(Expr left, Expr right) {
    return new Binary(BinaryOp.SUB, left, right);
  }

  static Expr mul(Expr left, Expr right) {
    return new Binary(BinaryOp.MUL, left, right);
  }

  static Expr div(Expr left, Expr right) {
    return new Binary(BinaryOp.DIV, left, right);
  }

  static Expr min(Expr left, Expr right) {
    return new Binary(BinaryOp.MIN, left, right);
  }

  static Expr max(Expr left, Expr right) {
    return new Binary(BinaryOp.MAX, left, right);
  }

  static Expr and(Expr left, Expr right) {
    return new Binary(BinaryOp.AND, left, right);
  }

  static Expr or(Expr left, Expr right) {
    return new Binary(BinaryOp.OR, left, right);
  }

  static Expr select(Expr condition, Expr thenValue, Expr elseValue) {
    return new Select(condition, thenValue, elseValue);
  }

  static Expr cast(Expr value, DType dtype) {
    return value.dtype().equals(dtype) ? value : new Cast(value, dtype);
  }

  static Expr call(MathFunction function, Expr... arguments) {
    return new Call(function, List.of(arguments));
  }

  static Expr lt(Index left, Index right) {
    return new CompareIndex(CompareOp.LT, left, right);
  }

  static Expr ge(Index left, Index right) {
    return new CompareIndex(CompareOp.GE, left, right);
  }

  private static void requireSameType(String what, Expr left, Expr right) {
    if (!left.dtype().equals(right.dtype())) {
      throw new IllegalArgumentException(
          "%s: operands are %s and %s; expected one type, cast one of them"
              .formatted(what, left.dtype(), right.dtype()));
    }
  }
}
