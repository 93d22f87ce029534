package dev.tilewright.core.expr;

import dev.tilewright.base.DType;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Prints expressions and indices on one line, in the style of published schedule printers: {@code
 * (data[i, k]*weight[j, k])}. Values have every operation in parentheses, since the order of
 * floating-point operations matters; indices have only those that they need.
 */
public final class ExprPrinter {
  private final Function<Var, String> names;

  /** A printer that calls variables by their own names. */
  public ExprPrinter() {
    this(Var::name);
  }

  /** A printer with its own names for variables, for example to tell two of one name apart. */
  public ExprPrinter(Function<Var, String> names) {
    this.names = names;
  }

  /** The text of a value expression. */
  public String text(Expr expr) {
    return switch (expr) {
      case Expr.FloatConst(double value, DType dtype) -> floatText(value, dtype);
      case Expr.IntConst(long value, DType dtype) -> intText(value, dtype);
      case Expr.FromIndex(Index index, DType dtype) -> dtype + "(" + text(index) + ")";
      case Expr.Param(String name, DType dtype) -> name;
      case Expr.Binary(Expr.BinaryOp op, Expr left, Expr right) ->
          binary(op, left.dtype(), text(left), text(right));
      case Expr.Compare(Expr.CompareOp op, Expr left, Expr right) ->
          "(" + text(left) + " " + symbol(op) + " " + text(right) + ")";
      case Expr.CompareIndex(Expr.CompareOp op, Index left, Index right) ->
          "(" + text(left) + " " + symbol(op) + " " + text(right) + ")";
      case Expr.Not(Expr value) -> "!" + text(value);
      case Expr.Select(Expr condition, Expr thenValue, Expr elseValue) ->
          "select(%s, %s, %s)".formatted(text(condition), text(thenValue), text(elseValue));
      case Expr.Cast(Expr value, DType dtype) -> dtype + "(" + text(value) + ")";
      case Expr.Call(Expr.MathFunction function, List<Expr> arguments) ->
          function.name().toLowerCase(Locale.ROOT)
              + arguments.stream().map(this::text).collect(Collectors.joining(", ", "(", ")"));
      case Expr.Load(Buffer buffer, List<Index> indices) -> element(buffer, indices);
    };
  }

  /** The text of an index, without parentheses around it. */
  public String text(Index index) {
    return switch (index) {
      case Index.Const(long value) -> Long.toString(value);
      case Index.Ref(Var var) -> names.apply(var);
      case Index.Add(Index left, Index right) -> sum(text(left), right);
      case Index.Mul(Index value, long factor) ->
          factor == -1 ? "-" + factorText(value) : factorText(value) + "*" + factor;
      case Index.FloorDiv(Index value, long divisor) -> factorText(value) + "//" + divisor;
      case Index.FloorMod(Index value, long divisor) -> factorText(value) + "%" + divisor;
      case Index.Min(Index left, Index right) -> "min(%s, %s)".formatted(text(left), text(right));
      case Index.Max(Index left, Index right) -> "max(%s, %s)".formatted(text(left), text(right));
      case Index.FromExpr(Expr value) -> text(value);
    };
  }

  /** The text of an element of a buffer; of a scalar, just its name. */
  public String element(Buffer buffer, List<Index> indices) {
    return indices.isEmpty()
        ? buffer.name() + "[]"
        : indices.stream()
            .map(this::text)
            .collect(Collectors.joining(", ", buffer.name() + "[", "]"));
  }

  private String sum(String left, Index right) {
    return switch (right) {
      case Index.Const(long value) when value < 0 && value != Long.MIN_VALUE ->
          left + " - " + -value;
      case Index.Mul(Index value, long factor) when factor < 0 && factor != Long.MIN_VALUE ->
          left + " - " + text(Index.mul(value, -factor));
      case Index.Add ignored -> left + " + (" + text(right) + ")";
      case Index other -> left + " + " + text(other);
    };
  }

  /** The text of an operand of {@code *}, {@code //} or {@code %}. */
  private String factorText(Index index) {
    return switch (index) {
      case Index.Const(long value) when value < 0 -> "(" + value + ")";
      case Index.Add ignored -> "(" + text(index) + ")";
      case Index.Mul ignored -> "(" + text(index) + ")";
      case Index other -> text(other);
    };
  }

  private static String binary(Expr.BinaryOp op, DType dtype, String left, String right) {
    return switch (op) {
      case ADD -> "(" + left + " + " + right + ")";
      case SUB -> "(" + left + " - " + right + ")";
      case MUL -> "(" + left + "*" + right + ")";
      case DIV -> "(" + left + "/" + right + ")";
      case REM -> "(" + left + " % " + right + ")";
      case MIN -> "min(" + left + ", " + right + ")";
      case MAX -> "max(" + left + ", " + right + ")";
      case AND -> "(" + left + (dtype.isBool() ? " && " : " & ") + right + ")";
      case OR -> "(" + left + (dtype.isBool() ? " || " : " | ") + right + ")";
      case XOR -> "(" + left + " ^ " + right + ")";
      case SHL -> "(" + left + " << " + right + ")";
      case SHR -> "(" + left + " >> " + right + ")";
    };
  }

  private static String symbol(Expr.CompareOp op) {
    return switch (op) {
      case EQ -> "==";
      case NE -> "!=";
      case LT -> "<";
      case LE -> "<=";
      case GT -> ">";
      case GE -> ">=";
    };
  }

  /** float32 prints like {@code 1.5f}, other types with their name, shortest exact digits. */
  private static String floatText(double value, DType dtype) {
    if (dtype.equals(DType.FLOAT32)) {
      return shortest(Float.toString((float) value)) + (Double.isFinite(value) ? "f" : "");
    }
    return dtype + "(" + shortest(Double.toString(value)) + ")";
  }

  private static String shortest(String digits) {
    return digits.endsWith(".0") ? digits.substring(0, digits.length() - 2) : digits;
  }

  private static String intText(long value, DType dtype) {
    if (dtype.isBool()) {
      return value == 0 ? "false" : "true";
    }
    return dtype.equals(DType.INT32) ? Long.toString(value) : dtype + "(" + value + ")";
  }
}
