package dev.tilewright.core.interp;

import dev.tilewright.base.DType;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;
import java.util.List;

/** Turns expressions into closures over the slots of a {@link Frame}. */
final class ExprCompiler {
  private final Scope scope;

  ExprCompiler(Scope scope) {
    this.scope = scope;
  }

  /** A value of a float type. */
  FloatCode floating(Expr expr) {
    return switch (expr) {
      case Expr.FloatConst(double value, DType type) -> {
        double rounded = ScalarSemantics.round(type, value);
        yield frame -> rounded;
      }
      case Expr.FromIndex(Index index, DType type) -> {
        IntCode code = index(index);
        yield frame -> ScalarSemantics.integerToFloat(DType.INT64, type, code.eval(frame));
      }
      case Expr.Param param -> {
        int slot = scope.slot(param);
        yield frame -> frame.floats[slot];
      }
      case Expr.Binary binary -> floatBinary(binary);
      case Expr.Select(Expr condition, Expr thenValue, Expr elseValue) -> {
        IntCode test = integer(condition);
        FloatCode then = floating(thenValue);
        FloatCode otherwise = floating(elseValue);
        yield frame -> test.eval(frame) != 0 ? then.eval(frame) : otherwise.eval(frame);
      }
      case Expr.Cast(Expr value, DType type) -> castToFloat(value, type);
      case Expr.Call call -> call(call);
      case Expr.Load load -> {
        ElementAccess access = access(load);
        HostArray array = access.array();
        yield frame -> array.getDouble(access.read(frame));
      }
      case Expr.IntConst ignored -> throw notOfKind(expr, "float");
      case Expr.Compare ignored -> throw notOfKind(expr, "float");
      case Expr.CompareIndex ignored -> throw notOfKind(expr, "float");
      case Expr.Not ignored -> throw notOfKind(expr, "float");
    };
  }

  /** A value of an integer or bool type. */
  IntCode integer(Expr expr) {
    return switch (expr) {
      case Expr.IntConst(long value, DType type) -> {
        long wrapped = ScalarSemantics.wrap(type, value);
        yield frame -> wrapped;
      }
      case Expr.FromIndex(Index index, DType type) -> {
        IntCode code = index(index);
        yield frame -> ScalarSemantics.integerToInteger(type, code.eval(frame));
      }
      case Expr.Param param -> {
        int slot = scope.slot(param);
        yield frame -> frame.integers[slot];
      }
      case Expr.Binary(Expr.BinaryOp op, Expr left, Expr right) -> {
        IntCode l = integer(left);
        IntCode r = integer(right);
        DType type = left.dtype();
        yield frame -> ScalarSemantics.binary(op, type, l.eval(frame), r.eval(frame));
      }
      case Expr.Compare compare -> compare(compare);
      case Expr.CompareIndex(Expr.CompareOp op, Index left, Index right) -> {
        IntCode l = index(left);
        IntCode r = index(right);
        yield frame -> ScalarSemantics.compareIndex(op, l.eval(frame), r.eval(frame)) ? 1 : 0;
      }
      case Expr.Not(Expr value) -> {
        IntCode code = integer(value);
        yield frame -> 1 - code.eval(frame);
      }
      case Expr.Select(Expr condition, Expr thenValue, Expr elseValue) -> {
        IntCode test = integer(condition);
        IntCode then = integer(thenValue);
        IntCode otherwise = integer(elseValue);
        yield frame -> test.eval(frame) != 0 ? then.eval(frame) : otherwise.eval(frame);
      }
      case Expr.Cast(Expr value, DType type) -> castToInteger(value, type);
      case Expr.Load load -> {
        ElementAccess access = access(load);
        HostArray array = access.array();
        yield frame -> array.getLong(access.read(frame));
      }
      case Expr.FloatConst ignored -> throw notOfKind(expr, "integer");
      case Expr.Call ignored -> throw notOfKind(expr, "integer");
    };
  }

  IntCode index(Index index) {
    return switch (index) {
      case Index.Const(long value) -> frame -> value;
      case Index.Ref(var variable) -> {
        int slot = scope.slot(variable);
        yield frame -> frame.integers[slot];
      }
      case Index.Add(Index left, Index right) -> {
        IntCode l = index(left);
        IntCode r = index(right);
        yield frame -> Math.addExact(l.eval(frame), r.eval(frame));
      }
      case Index.Mul(Index value, long factor) -> {
        IntCode code = index(value);
        yield frame -> Math.multiplyExact(code.eval(frame), factor);
      }
      case Index.FloorDiv(Index value, long divisor) -> {
        IntCode code = index(value);
        yield frame -> Math.floorDiv(code.eval(frame), divisor);
      }
      case Index.FloorMod(Index value, long divisor) -> {
        IntCode code = index(value);
        yield frame -> Math.floorMod(code.eval(frame), divisor);
      }
      case Index.Min(Index left, Index right) -> {
        IntCode l = index(left);
        IntCode r = index(right);
        yield frame -> Math.min(l.eval(frame), r.eval(frame));
      }
      case Index.Max(Index left, Index right) -> {
        IntCode l = index(left);
        IntCode r = index(right);
        yield frame -> Math.max(l.eval(frame), r.eval(frame));
      }
      case Index.FromExpr(Expr value) -> integer(value);
    };
  }

  private FloatCode floatBinary(Expr.Binary binary) {
    FloatCode l = floating(binary.left());
    FloatCode r = floating(binary.right());
    DType type = binary.dtype();
    if (type.equals(DType.FLOAT32)) {
      switch (binary.op()) {
        case ADD -> {
          return frame -> (float) (l.eval(frame) + r.eval(frame));
        }
        case MUL -> {
          return frame -> (float) (l.eval(frame) * r.eval(frame));
        }
        default -> {}
      }
    }
    return frame -> ScalarSemantics.binary(binary.op(), type, l.eval(frame), r.eval(frame));
  }

  private IntCode compare(Expr.Compare compare) {
    Expr.CompareOp op = compare.op();
    DType type = compare.left().dtype();
    if (type.isFloat()) {
      FloatCode l = floating(compare.left());
      FloatCode r = floating(compare.right());
      return frame -> ScalarSemantics.compare(op, l.eval(frame), r.eval(frame)) ? 1 : 0;
    }
    IntCode l = integer(compare.left());
    IntCode r = integer(compare.right());
    return frame -> ScalarSemantics.compare(op, type, l.eval(frame), r.eval(frame)) ? 1 : 0;
  }

  private FloatCode castToFloat(Expr value, DType type) {
    if (value.dtype().isFloat()) {
      FloatCode code = floating(value);
      return frame -> ScalarSemantics.round(type, code.eval(frame));
    }
    IntCode code = integer(value);
    DType from = value.dtype();
    return frame -> ScalarSemantics.integerToFloat(from, type, code.eval(frame));
  }

  private IntCode castToInteger(Expr value, DType type) {
    if (value.dtype().isFloat()) {
      FloatCode code = floating(value);
      return frame -> ScalarSemantics.floatToInteger(type, code.eval(frame));
    }
    IntCode code = integer(value);
    return frame -> ScalarSemantics.integerToInteger(type, code.eval(frame));
  }

  private FloatCode call(Expr.Call call) {
    List<FloatCode> arguments = call.arguments().stream().map(this::floating).toList();
    DType type = call.dtype();
    FloatCode first = arguments.getFirst();
    if (arguments.size() == 1) {
      return frame -> ScalarSemantics.call(call.function(), type, first.eval(frame));
    }
    FloatCode second = arguments.get(1);
    return frame ->
        ScalarSemantics.call(call.function(), type, first.eval(frame), second.eval(frame));
  }

  private ElementAccess access(Expr.Load load) {
    return new ElementAccess(scope.memory(load.buffer()), load.indices(), this, scope);
  }

  private static IllegalArgumentException notOfKind(Expr expr, String kind) {
    return new IllegalArgumentException(
        "%s is of type %s; expected a %s type".formatted(expr, expr.dtype(), kind));
  }
}
