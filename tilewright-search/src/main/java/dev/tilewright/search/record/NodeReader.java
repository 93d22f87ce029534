package dev.tilewright.search.record;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tilewright.base.DType;
import dev.tilewright.base.UserException;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.expr.Var;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** Reads the node table that {@link NodeWriter} writes. */
final class NodeReader {
  /** A decoded node: a value or an index. */
  private sealed interface Node {
    record Value(Expr expr) implements Node {}

    record Position(Index index) implements Node {}
  }

  private final List<Buffer> buffers;
  private final List<Var> axes;
  private final List<Expr.Param> params;
  private final List<Node> nodes = new ArrayList<>();

  NodeReader(List<Buffer> buffers, List<Var> axes, List<Expr.Param> params) {
    this.buffers = buffers;
    this.axes = axes;
    this.params = params;
  }

  /**
   * @throws UserException if the table is malformed
   */
  void read(JsonNode table) {
    for (JsonNode entry : table) {
      Fields fields = new Fields(entry);
      nodes.add(
          fields.tag().startsWith("i.")
              ? new Node.Position(index(fields))
              : new Node.Value(expr(fields)));
    }
  }

  /** The expressions with the given numbers. */
  List<Expr> exprs(JsonNode refs) {
    return Json.intList(refs).stream().map(this::value).toList();
  }

  private Expr expr(Fields f) {
    return switch (f.tag()) {
      case "float" -> new Expr.FloatConst(Double.parseDouble(f.text(1)), dtype(f, 2));
      case "int" -> new Expr.IntConst(f.integer(1), dtype(f, 2));
      case "index" -> new Expr.FromIndex(position(f, 1), dtype(f, 2));
      case "param" -> element(params, f.small(1), "combiner parameter");
      case "binary" ->
          new Expr.Binary(constant(Expr.BinaryOp.class, f.text(1)), value(f, 2), value(f, 3));
      case "compare" ->
          new Expr.Compare(constant(Expr.CompareOp.class, f.text(1)), value(f, 2), value(f, 3));
      case "compareIndex" ->
          new Expr.CompareIndex(
              constant(Expr.CompareOp.class, f.text(1)), position(f, 2), position(f, 3));
      case "not" -> new Expr.Not(value(f, 1));
      case "select" -> new Expr.Select(value(f, 1), value(f, 2), value(f, 3));
      case "cast" -> new Expr.Cast(value(f, 1), dtype(f, 2));
      case "call" ->
          new Expr.Call(
              constant(Expr.MathFunction.class, f.text(1)),
              IntStream.range(2, f.size()).mapToObj(i -> value(f, i)).toList());
      case "load" ->
          new Expr.Load(
              element(buffers, f.small(1), "buffer"),
              IntStream.range(2, f.size()).mapToObj(i -> position(f, i)).toList());
      default -> throw unknown(f);
    };
  }

  private Index index(Fields f) {
    return switch (f.tag()) {
      case "i.const" -> Index.of(f.integer(1));
      case "i.axis" -> Index.of(element(axes, f.small(1), "axis"));
      case "i.add" -> new Index.Add(position(f, 1), position(f, 2));
      case "i.mul" -> new Index.Mul(position(f, 1), f.integer(2));
      case "i.floordiv" -> new Index.FloorDiv(position(f, 1), f.integer(2));
      case "i.floormod" -> new Index.FloorMod(position(f, 1), f.integer(2));
      case "i.min" -> new Index.Min(position(f, 1), position(f, 2));
      case "i.max" -> new Index.Max(position(f, 1), position(f, 2));
      case "i.value" -> new Index.FromExpr(value(f, 1));
      default -> throw unknown(f);
    };
  }

  private Expr value(Fields f, int position) {
    return value(f.small(position));
  }

  private Expr value(int number) {
    return switch (element(nodes, number, "node")) {
      case Node.Value(Expr expr) -> expr;
      case Node.Position position ->
          throw new UserException("node %d is an index; expected a value".formatted(number));
    };
  }

  private Index position(Fields f, int position) {
    int number = f.small(position);
    return switch (element(nodes, number, "node")) {
      case Node.Position(Index index) -> index;
      case Node.Value value ->
          throw new UserException("node %d is a value; expected an index".formatted(number));
    };
  }

  private static DType dtype(Fields f, int position) {
    return DType.parse(f.text(position));
  }

  private static <T> T element(List<T> list, int number, String what) {
    if (number < 0 || number >= list.size()) {
      throw new UserException(
          "%s number %d; expected less than %d".formatted(what, number, list.size()));
    }
    return list.get(number);
  }

  private static <T extends Enum<T>> T constant(Class<T> type, String text) {
    try {
      return Enum.valueOf(type, text.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException unknown) {
      throw new UserException("unknown %s '%s'".formatted(type.getSimpleName(), text), unknown);
    }
  }

  private static UserException unknown(Fields f) {
    return new UserException("unknown expression node '%s'".formatted(f.tag()));
  }
}
