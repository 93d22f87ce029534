package dev.tilewright.codegen.cpu;

import dev.tilewright.base.DType;
import dev.tilewright.core.expr.Expr.BinaryOp;
import dev.tilewright.core.expr.Expr.CompareOp;

/**
 * Writes arithmetic and comparisons on values that already have the same number of lanes. Floats of
 * 16 bits are computed in float32 and rounded after every operation.
 */
final class ArithmeticEmitter {
  private final IrWriter writer;
  private final CastEmitter casts;

  ArithmeticEmitter(IrWriter writer, CastEmitter casts) {
    this.writer = writer;
    this.casts = casts;
  }

  Value binary(BinaryOp op, Value left, Value right) {
    DType dtype = left.dtype();
    if (dtype.isFloat()) {
      return dtype.bits() == 16 ? throughFloat32(op, left, right) : floating(op, left, right, true);
    }
    return dtype.isBool() ? logical(op, left, right) : integer(op, left, right);
  }

  Value compare(CompareOp op, Value left, Value right) {
    if (left.dtype().isFloat() && left.dtype().bits() == 16) {
      return compare(op, casts.cast(left, DType.FLOAT32), casts.cast(right, DType.FLOAT32));
    }
    String instruction =
        left.dtype().isFloat()
            ? "fcmp " + orderedPredicate(op)
            : "icmp " + integerPredicate(op, left.dtype().kind() == DType.Kind.INT);
    return bool(instruction, left, right);
  }

  Value not(Value value) {
    Ir ones = Ir.splatConstant("i1", "true", value.lanes());
    return new Value(op("xor", value.ir(), ones), DType.BOOL, value.lanes());
  }

  private Value throughFloat32(BinaryOp op, Value left, Value right) {
    Value result =
        floating(op, casts.cast(left, DType.FLOAT32), casts.cast(right, DType.FLOAT32), false);
    return casts.cast(result, left.dtype());
  }

  /** With {@code contract}, a multiplication may be fused with an addition that uses it. */
  private Value floating(BinaryOp op, Value left, Value right, boolean contract) {
    String flags = contract ? " contract" : "";
    return switch (op) {
      case ADD -> result("fadd" + flags, left, right);
      case SUB -> result("fsub" + flags, left, right);
      case MUL -> result("fmul" + flags, left, right);
      case DIV -> result("fdiv", left, right);
      case REM -> result("frem", left, right);
      case MIN -> extreme("llvm.minimum", left, right);
      case MAX -> extreme("llvm.maximum", left, right);
      case AND, OR, XOR, SHL, SHR ->
          throw new IllegalArgumentException(op + " of " + left.dtype() + ": floats have no bits");
    };
  }

  /** NaN if one is NaN; the sign of a zero result is free, which saves most of the work. */
  private Value extreme(String function, Value left, Value right) {
    String name = function + "." + suffix(left);
    return with(left, writer.external("nsz ", left.type(), name, left.ir(), right.ir()));
  }

  private Value logical(BinaryOp op, Value left, Value right) {
    return switch (op) {
      case ADD, SUB, XOR -> result("xor", left, right);
      case MUL, DIV, AND, MIN -> result("and", left, right);
      case OR, MAX -> result("or", left, right);
      case SHL, SHR -> result("and", left, not(right));
      case REM -> with(left, Ir.splatConstant("i1", "false", left.lanes()));
    };
  }

  private Value integer(BinaryOp op, Value left, Value right) {
    boolean signed = left.dtype().kind() == DType.Kind.INT;
    return switch (op) {
      case ADD -> result("add", left, right);
      case SUB -> result("sub", left, right);
      case MUL -> result("mul", left, right);
      case DIV -> divide(signed ? "sdiv" : "udiv", left, right, signed);
      case REM -> divide(signed ? "srem" : "urem", left, right, signed);
      case MIN -> integerExtreme(signed ? "llvm.smin" : "llvm.umin", left, right);
      case MAX -> integerExtreme(signed ? "llvm.smax" : "llvm.umax", left, right);
      case AND -> result("and", left, right);
      case OR -> result("or", left, right);
      case XOR -> result("xor", left, right);
      case SHL -> shift("shl", left, right);
      case SHR -> signed ? arithmeticShift(left, right) : shift("lshr", left, right);
    };
  }

  private Value integerExtreme(String function, Value left, Value right) {
    return with(
        left, writer.external(left.type(), function + "." + suffix(left), left.ir(), right.ir()));
  }

  /** By zero gives zero; the lowest value by -1 wraps around, where the hardware would trap. */
  private Value divide(String instruction, Value left, Value right, boolean signed) {
    Ir zero = constant(left, 0);
    Value byZero = bool("icmp eq", right, with(left, zero));
    Ir unsafe = byZero.ir();
    if (signed) {
      long lowest = -1L << (left.dtype().bits() - 1);
      Ir wraps =
          op(
              "and",
              bool("icmp eq", left, with(left, constant(left, lowest))).ir(),
              bool("icmp eq", right, with(left, constant(left, -1))).ir());
      unsafe = op("or", unsafe, wraps);
    }
    Ir divisor = select(unsafe, constant(left, 1), right.ir());
    Ir quotient = op(instruction, left.ir(), divisor);
    return with(left, select(byZero.ir(), zero, quotient));
  }

  private Value shift(String instruction, Value left, Value distance) {
    Value inRange = bool("icmp ult", distance, with(left, constant(left, left.dtype().bits())));
    Ir safe = select(inRange.ir(), distance.ir(), constant(left, 0));
    return with(left, select(inRange.ir(), op(instruction, left.ir(), safe), constant(left, 0)));
  }

  /** Distances from the width on fill with the sign, as the width less one does. */
  private Value arithmeticShift(Value left, Value distance) {
    Ir farthest = constant(left, left.dtype().bits() - 1);
    Ir safe = writer.external(left.type(), "llvm.umin." + suffix(left), distance.ir(), farthest);
    return with(left, op("ashr", left.ir(), safe));
  }

  Ir select(Ir condition, Ir ifTrue, Ir ifFalse) {
    return writer.pure(ifTrue.type(), "select %s, %s, %s".formatted(condition, ifTrue, ifFalse));
  }

  private Value result(String instruction, Value left, Value right) {
    return with(left, op(instruction, left.ir(), right.ir()));
  }

  private Value bool(String instruction, Value left, Value right) {
    Ir value =
        writer.pure(
            IrTypes.vector("i1", left.lanes()),
            "%s %s, %s".formatted(instruction, left.ir(), right.name()));
    return new Value(value, DType.BOOL, left.lanes());
  }

  Ir op(String instruction, Ir left, Ir right) {
    return writer.pure(left.type(), "%s %s, %s".formatted(instruction, left, right.name()));
  }

  private static Ir constant(Value like, long value) {
    return Ir.splatConstant(IrTypes.register(like.dtype()), Long.toString(value), like.lanes());
  }

  private static String suffix(Value value) {
    return IrTypes.suffix(IrTypes.register(value.dtype()), value.lanes());
  }

  private static Value with(Value like, Ir ir) {
    return new Value(ir, like.dtype(), like.lanes());
  }

  private static String orderedPredicate(CompareOp op) {
    return switch (op) {
      case EQ -> "oeq";
      case NE -> "une";
      case LT -> "olt";
      case LE -> "ole";
      case GT -> "ogt";
      case GE -> "oge";
    };
  }

  static String integerPredicate(CompareOp op, boolean signed) {
    String sign = signed ? "s" : "u";
    return switch (op) {
      case EQ -> "eq";
      case NE -> "ne";
      case LT -> sign + "lt";
      case LE -> sign + "le";
      case GT -> sign + "gt";
      case GE -> sign + "ge";
    };
  }
}
