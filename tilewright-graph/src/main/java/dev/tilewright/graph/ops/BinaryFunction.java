package dev.tilewright.graph.ops;

import dev.tilewright.base.DType;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Expr.BinaryOp;
import dev.tilewright.core.expr.Expr.CompareOp;
import java.util.Locale;

/** Functions of two elements of one type. */
public enum BinaryFunction {
  ADD,
  SUB,
  MUL,
  /** Integer division truncates towards zero. */
  DIV,
  /** Remainder with the sign of the divisor; of integers. */
  MOD,
  /** Remainder with the sign of the dividend, as in C. */
  FMOD,
  POW,
  MIN,
  MAX,
  EQUAL,
  NOT_EQUAL,
  LESS,
  LESS_EQUAL,
  GREATER,
  GREATER_EQUAL,
  /** Of bool: logical; of integers: bitwise. The same for OR and XOR. */
  AND,
  OR,
  XOR,
  SHIFT_LEFT,
  SHIFT_RIGHT,
  /** {@code x < 0 ? slope * x : x}, the slope second. */
  PRELU;

  /** The name in operator specifications and stage names, for example {@code less_equal}. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** True if the function is defined on elements of this type. */
  public boolean accepts(DType dtype) {
    return switch (this) {
      case EQUAL, NOT_EQUAL -> true;
      case AND, OR, XOR -> !dtype.isFloat();
      case MOD, SHIFT_LEFT, SHIFT_RIGHT -> dtype.isInteger();
      case ADD,
          SUB,
          MUL,
          DIV,
          FMOD,
          POW,
          MIN,
          MAX,
          LESS,
          LESS_EQUAL,
          GREATER,
          GREATER_EQUAL,
          PRELU ->
          !dtype.isBool();
    };
  }

  /** The function of two elements. */
  public Expr apply(Expr x, Expr y) {
    return switch (this) {
      case ADD -> Expr.add(x, y);
      case SUB -> Expr.sub(x, y);
      case MUL -> Expr.mul(x, y);
      case DIV -> Expr.div(x, y);
      case MOD -> floorMod(x, y);
      case FMOD -> new Expr.Binary(BinaryOp.REM, x, y);
      case POW -> power(x, y);
      case MIN -> Expr.min(x, y);
      case MAX -> Expr.max(x, y);
      case EQUAL -> new Expr.Compare(CompareOp.EQ, x, y);
      case NOT_EQUAL -> new Expr.Compare(CompareOp.NE, x, y);
      case LESS -> new Expr.Compare(CompareOp.LT, x, y);
      case LESS_EQUAL -> new Expr.Compare(CompareOp.LE, x, y);
      case GREATER -> new Expr.Compare(CompareOp.GT, x, y);
      case GREATER_EQUAL -> new Expr.Compare(CompareOp.GE, x, y);
      case AND -> Expr.and(x, y);
      case OR -> Expr.or(x, y);
      case XOR -> new Expr.Binary(BinaryOp.XOR, x, y);
      case SHIFT_LEFT -> new Expr.Binary(BinaryOp.SHL, x, y);
      case SHIFT_RIGHT -> new Expr.Binary(BinaryOp.SHR, x, y);
      case PRELU -> {
        Expr zero = Expr.constant(0L, x.dtype());
        yield Expr.select(new Expr.Compare(CompareOp.LT, x, zero), Expr.mul(x, y), x);
      }
    };
  }

  /** The C remainder, moved by one divisor where its sign is not the divisor's. */
  private static Expr floorMod(Expr x, Expr y) {
    Expr zero = Expr.constant(0L, x.dtype());
    Expr remainder = new Expr.Binary(BinaryOp.REM, x, y);
    Expr signsDiffer =
        new Expr.Compare(
            CompareOp.NE,
            new Expr.Compare(CompareOp.LT, remainder, zero),
            new Expr.Compare(CompareOp.LT, y, zero));
    Expr wrong = Expr.and(new Expr.Compare(CompareOp.NE, remainder, zero), signsDiffer);
    return Expr.select(wrong, Expr.add(remainder, y), remainder);
  }

  /** Integers go through float64, which is exact up to 2^53. */
  private static Expr power(Expr x, Expr y) {
    if (x.dtype().isFloat()) {
      return Expr.call(Expr.MathFunction.POW, x, y);
    }
    Expr wide =
        Expr.call(Expr.MathFunction.POW, Expr.cast(x, DType.FLOAT64), Expr.cast(y, DType.FLOAT64));
    return Expr.cast(wide, x.dtype());
  }
}
