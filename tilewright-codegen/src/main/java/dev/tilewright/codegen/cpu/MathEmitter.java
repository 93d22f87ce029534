package dev.tilewright.codegen.cpu;

import dev.tilewright.base.DType;
import dev.tilewright.core.expr.Expr.MathFunction;
import java.util.List;

/** Writes calls of mathematical functions. Types of 16 bits are computed in float32. */
final class MathEmitter {
  private final IrWriter writer;
  private final CastEmitter casts;

  MathEmitter(IrWriter writer, CastEmitter casts) {
    this.writer = writer;
    this.casts = casts;
  }

  Value call(MathFunction function, List<Value> arguments) {
    DType dtype = arguments.getFirst().dtype();
    if (dtype.bits() == 16) {
      List<Value> wide = arguments.stream().map(a -> casts.cast(a, DType.FLOAT32)).toList();
      return casts.cast(call(function, wide), dtype);
    }
    Value x = arguments.getFirst();
    return switch (function) {
      case SQRT -> intrinsic("llvm.sqrt", x);
      case ABS -> intrinsic("llvm.fabs", x);
      case FLOOR -> intrinsic("llvm.floor", x);
      case CEIL -> intrinsic("llvm.ceil", x);
      case ROUND -> intrinsic("llvm.roundeven", x);
      case TRUNC -> intrinsic("llvm.trunc", x);
      case RSQRT -> divide(one(x), intrinsic("llvm.sqrt", x));
      case SIGMOID -> sigmoid(x);
      case EXP -> library("exp", arguments);
      case LOG -> library("log", arguments);
      case SIN -> library("sin", arguments);
      case COS -> library("cos", arguments);
      case TAN -> library("tan", arguments);
      case ASIN -> library("asin", arguments);
      case ACOS -> library("acos", arguments);
      case ATAN -> library("atan", arguments);
      case SINH -> library("sinh", arguments);
      case COSH -> library("cosh", arguments);
      case TANH -> library("tanh", arguments);
      case ASINH -> library("asinh", arguments);
      case ACOSH -> library("acosh", arguments);
      case ATANH -> library("atanh", arguments);
      case ERF -> library("erf", arguments);
      case POW -> library("pow", arguments);
    };
  }

  private Value sigmoid(Value x) {
    Value negated = with(x, writer.pure(x.type(), "fneg " + x.ir()));
    Value e = library("exp", List.of(negated));
    Ir sum = writer.pure(x.type(), "fadd %s, %s".formatted(one(x).ir(), e.name()));
    return divide(one(x), with(x, sum));
  }

  private Value one(Value like) {
    return with(like, Ir.splatConstant(IrTypes.register(like.dtype()), "1.0", like.lanes()));
  }

  private Value divide(Value left, Value right) {
    return with(
        left, writer.pure(left.type(), "fdiv %s, %s".formatted(left.ir(), right.name())));
  }

  private Value intrinsic(String name, Value x) {
    String full = name + "." + IrTypes.suffix(IrTypes.register(x.dtype()), x.lanes());
    return with(x, writer.external(x.type(), full, x.ir()));
  }

  /** The C library's function, one call a lane. */
  private Value library(String name, List<Value> arguments) {
    Value like = arguments.getFirst();
    String function = like.dtype().bits() == 32 ? name + "f" : name;
    String element = IrTypes.register(like.dtype());
    if (like.isUniform()) {
      Ir[] scalars = arguments.stream().map(Value::ir).toArray(Ir[]::new);
      return with(like, writer.external(element, function, scalars));
    }
    Ir vector = Ir.poison(like.type());
    for (int lane = 0; lane < like.lanes(); lane++) {
      int position = lane;
      Ir[] scalars =
          arguments.stream().map(a -> element(a.ir(), element, position)).toArray(Ir[]::new);
      Ir result = writer.external(element, function, scalars);
      vector =
          writer.pure(
              like.type(), "insertelement %s, %s, i64 %d".formatted(vector, result, lane));
    }
    return with(like, vector);
  }

  private Ir element(Ir vector, String elementType, int lane) {
    return writer.pure(elementType, "extractelement %s, i64 %d".formatted(vector, lane));
  }

  private static Value with(Value like, Ir ir) {
    return new Value(ir, like.dtype(), like.lanes());
  }
}
