package dev.tilewright.codegen.cpu;

import dev.tilewright.base.DType;
import dev.tilewright.core.expr.Expr.MathFunction;
import java.util.List;
import java.util.function.BiFunction;

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
      case EXP -> vectorised(x, ExpFloat32::emit, "exp");
      case LOG -> vectorised(x, LogFloat32::emit, "log");
      case SIN -> library("sin", arguments);
      case COS -> library("cos", arguments);
      case TAN -> library("tan", arguments);
      case ASIN -> library("asin", arguments);
      case ACOS -> library("acos", arguments);
      case ATAN -> library("atan", arguments);
      case SINH -> library("sinh", arguments);
      case COSH -> library("cosh", arguments);
      case TANH -> vectorised(x, TanhFloat32::emit, "tanh");
      case ASINH -> library("asinh", arguments);
      case ACOSH -> library("acosh", arguments);
      case ATANH -> library("atanh", arguments);
      case ERF -> vectorised(x, ErfFloat32::emit, "erf");
      case POW -> library("pow", arguments);
    };
  }

  /** With float32 a formula for all lanes at once, else the C library. */
  private Value vectorised(Value x, BiFunction<Float32Ops, Ir, Ir> formula, String name) {
    return x.dtype().equals(DType.FLOAT32)
        ? with(x, formula.apply(new Float32Ops(writer, x.lanes()), x.ir()))
        : library(name, List.of(x));
  }

  /** {@code exp(-|x|)} does not overflow; dividing 1 or itself by one more gives either half. */
  private Value sigmoid(Value x) {
    Ir negated = writer.pure(x.type(), "fneg " + intrinsic("llvm.fabs", x).ir());
    Value e = vectorised(with(x, negated), ExpFloat32::emit, "exp");
    Ir zero = Ir.splatConstant(IrTypes.register(x.dtype()), "0.0", x.lanes());
    Ir isNegative =
        writer.pure(
            IrTypes.vector("i1", x.lanes()), "fcmp olt %s, %s".formatted(x.ir(), zero.name()));
    Ir numerator =
        writer.pure(x.type(), "select %s, %s, %s".formatted(isNegative, e.ir(), one(x).ir()));
    Ir sum = writer.pure(x.type(), "fadd %s, %s".formatted(one(x).ir(), e.name()));
    return divide(with(x, numerator), with(x, sum));
  }

  private Value one(Value like) {
    return with(like, Ir.splatConstant(IrTypes.register(like.dtype()), "1.0", like.lanes()));
  }

  private Value divide(Value left, Value right) {
    return with(left, writer.pure(left.type(), "fdiv %s, %s".formatted(left.ir(), right.name())));
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
          writer.pure(like.type(), "insertelement %s, %s, i64 %d".formatted(vector, result, lane));
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
