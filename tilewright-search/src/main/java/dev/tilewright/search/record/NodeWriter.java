package dev.tilewright.search.record;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.expr.Var;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Writes expressions as a table of nodes, children before parents, in which a node refers to its
 * children by number. Equal nodes get one number, so that the table neither grows exponentially
 * with sharing nor depends on whether equal subexpressions happen to be one object.
 */
final class NodeWriter {
  private final Map<Buffer, Integer> buffers;
  private final List<Var> axes;
  private final List<Expr.Param> params;
  private final ArrayNode table = Json.array();
  private final Map<Object, Integer> written = new IdentityHashMap<>();
  private final Map<String, Integer> numbers = new HashMap<>();

  /**
   * @param buffers the number of each buffer that may be read
   * @param axes the variables that may occur, numbered by position
   * @param params the combiner parameters that may occur, numbered by position
   */
  NodeWriter(Map<Buffer, Integer> buffers, List<Var> axes, List<Expr.Param> params) {
    this.buffers = buffers;
    this.axes = axes;
    this.params = params;
  }

  ArrayNode table() {
    return table;
  }

  /** The numbers of expressions, which are written first where they are new. */
  ArrayNode writeAll(List<Expr> exprs) {
    ArrayNode refs = Json.array();
    exprs.forEach(expr -> refs.add(write(expr)));
    return refs;
  }

  private int write(Expr expr) {
    Integer known = written.get(expr);
    if (known != null) {
      return known;
    }
    int number = intern(encode(expr));
    written.put(expr, number);
    return number;
  }

  private int write(Index index) {
    Integer known = written.get(index);
    if (known != null) {
      return known;
    }
    int number = intern(encode(index));
    written.put(index, number);
    return number;
  }

  private int intern(ArrayNode node) {
    String text = node.toString();
    Integer known = numbers.get(text);
    if (known != null) {
      return known;
    }
    int number = table.size();
    table.add(node);
    numbers.put(text, number);
    return number;
  }

  private ArrayNode encode(Expr expr) {
    return switch (expr) {
      case Expr.FloatConst(double value, var dtype) ->
          node("float").add(Double.toString(value)).add(dtype.text());
      case Expr.IntConst(long value, var dtype) -> node("int").add(value).add(dtype.text());
      case Expr.FromIndex(Index index, var dtype) ->
          node("index").add(write(index)).add(dtype.text());
      case Expr.Param param -> node("param").add(paramNumber(param));
      case Expr.Binary(var op, Expr left, Expr right) ->
          node("binary").add(lower(op)).add(write(left)).add(write(right));
      case Expr.Compare(var op, Expr left, Expr right) ->
          node("compare").add(lower(op)).add(write(left)).add(write(right));
      case Expr.CompareIndex(var op, Index left, Index right) ->
          node("compareIndex").add(lower(op)).add(write(left)).add(write(right));
      case Expr.Not(Expr value) -> node("not").add(write(value));
      case Expr.Select(Expr condition, Expr thenValue, Expr elseValue) ->
          node("select").add(write(condition)).add(write(thenValue)).add(write(elseValue));
      case Expr.Cast(Expr value, var dtype) -> node("cast").add(write(value)).add(dtype.text());
      case Expr.Call(var function, List<Expr> arguments) -> {
        ArrayNode node = node("call").add(lower(function));
        arguments.forEach(argument -> node.add(write(argument)));
        yield node;
      }
      case Expr.Load(Buffer buffer, List<Index> indices) -> {
        ArrayNode node = node("load").add(buffers.get(buffer));
        indices.forEach(index -> node.add(write(index)));
        yield node;
      }
    };
  }

  private ArrayNode encode(Index index) {
    return switch (index) {
      case Index.Const(long value) -> node("i.const").add(value);
      case Index.Ref(Var axis) -> node("i.axis").add(axes.indexOf(axis));
      case Index.Add(Index left, Index right) -> node("i.add").add(write(left)).add(write(right));
      case Index.Mul(Index value, long factor) -> node("i.mul").add(write(value)).add(factor);
      case Index.FloorDiv(Index value, long divisor) ->
          node("i.floordiv").add(write(value)).add(divisor);
      case Index.FloorMod(Index value, long divisor) ->
          node("i.floormod").add(write(value)).add(divisor);
      case Index.Min(Index left, Index right) -> node("i.min").add(write(left)).add(write(right));
      case Index.Max(Index left, Index right) -> node("i.max").add(write(left)).add(write(right));
      case Index.FromExpr(Expr value) -> node("i.value").add(write(value));
    };
  }

  private int paramNumber(Expr.Param param) {
    for (int number = 0; number < params.size(); number++) {
      if (params.get(number) == param) {
        return number;
      }
    }
    return params.indexOf(param);
  }

  private static ArrayNode node(String tag) {
    return Json.array().add(tag);
  }

  static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
