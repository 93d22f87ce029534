package dev.tilewright.core.expr;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * The one place that knows the children of every expression and index node. An unchanged subtree
 * stays the same object.
 */
public final class Exprs {
  private Exprs() {}

  /** Rebuilds a node with mapped value children and mapped index children. */
  public static Expr mapChildren(
      Expr expr, UnaryOperator<Expr> onExpr, UnaryOperator<Index> onIndex) {
    return switch (expr) {
      case Expr.FloatConst leaf -> leaf;
      case Expr.IntConst leaf -> leaf;
      case Expr.Param leaf -> leaf;
      case Expr.FromIndex(Index index, var dtype) -> {
        Index mapped = onIndex.apply(index);
        yield mapped == index ? expr : new Expr.FromIndex(mapped, dtype);
      }
      case Expr.Binary(var op, Expr left, Expr right) -> {
        Expr l = onExpr.apply(left);
        Expr r = onExpr.apply(right);
        yield l == left && r == right ? expr : new Expr.Binary(op, l, r);
      }
      case Expr.Compare(var op, Expr left, Expr right) -> {
        Expr l = onExpr.apply(left);
        Expr r = onExpr.apply(right);
        yield l == left && r == right ? expr : new Expr.Compare(op, l, r);
      }
      case Expr.CompareIndex(var op, Index left, Index right) -> {
        Index l = onIndex.apply(left);
        Index r = onIndex.apply(right);
        yield l == left && r == right ? expr : new Expr.CompareIndex(op, l, r);
      }
      case Expr.Not(Expr value) -> {
        Expr mapped = onExpr.apply(value);
        yield mapped == value ? expr : new Expr.Not(mapped);
      }
      case Expr.Select(Expr condition, Expr thenValue, Expr elseValue) -> {
        Expr c = onExpr.apply(condition);
        Expr t = onExpr.apply(thenValue);
        Expr e = onExpr.apply(elseValue);
        yield c == condition && t == thenValue && e == elseValue ? expr : new Expr.Select(c, t, e);
      }
      case Expr.Cast(Expr value, var dtype) -> {
        Expr mapped = onExpr.apply(value);
        yield mapped == value ? expr : new Expr.Cast(mapped, dtype);
      }
      case Expr.Call(var function, List<Expr> arguments) -> {
        List<Expr> mapped = mapList(arguments, onExpr);
        yield mapped == arguments ? expr : new Expr.Call(function, mapped);
      }
      case Expr.Load(Buffer buffer, List<Index> indices) -> {
        List<Index> mapped = mapList(indices, onIndex);
        yield mapped == indices ? expr : new Expr.Load(buffer, mapped);
      }
    };
  }

  /** Rebuilds an index node with mapped children; constants fold on the way. */
  public static Index mapChildren(
      Index index, UnaryOperator<Expr> onExpr, UnaryOperator<Index> onIndex) {
    return switch (index) {
      case Index.Const leaf -> leaf;
      case Index.Ref leaf -> leaf;
      case Index.Add(Index left, Index right) -> {
        Index l = onIndex.apply(left);
        Index r = onIndex.apply(right);
        yield l == left && r == right ? index : Index.add(l, r);
      }
      case Index.Mul(Index value, long factor) -> {
        Index mapped = onIndex.apply(value);
        yield mapped == value ? index : Index.mul(mapped, factor);
      }
      case Index.FloorDiv(Index value, long divisor) -> {
        Index mapped = onIndex.apply(value);
        yield mapped == value ? index : Index.floorDiv(mapped, divisor);
      }
      case Index.FloorMod(Index value, long divisor) -> {
        Index mapped = onIndex.apply(value);
        yield mapped == value ? index : Index.floorMod(mapped, divisor);
      }
      case Index.Min(Index left, Index right) -> {
        Index l = onIndex.apply(left);
        Index r = onIndex.apply(right);
        yield l == left && r == right ? index : Index.min(l, r);
      }
      case Index.Max(Index left, Index right) -> {
        Index l = onIndex.apply(left);
        Index r = onIndex.apply(right);
        yield l == left && r == right ? index : Index.max(l, r);
      }
      case Index.FromExpr(Expr value) -> {
        Expr mapped = onExpr.apply(value);
        yield mapped == value ? index : new Index.FromExpr(mapped);
      }
    };
  }

  /** Replaces variables, everywhere in a value expression. Variables not in the map stay. */
  public static Expr substitute(Expr expr, Map<Var, Index> values) {
    return mapChildren(expr, e -> substitute(e, values), i -> substitute(i, values));
  }

  /** Replaces variables, everywhere in an index. */
  public static Index substitute(Index index, Map<Var, Index> values) {
    if (index instanceof Index.Ref(Var var)) {
      return values.getOrDefault(var, index);
    }
    return mapChildren(index, e -> substitute(e, values), i -> substitute(i, values));
  }

  /** Replaces combiner parameters, by identity of the parameter. */
  public static Expr bind(Expr expr, Map<Expr.Param, Expr> arguments) {
    if (expr instanceof Expr.Param param) {
      return arguments.getOrDefault(param, param);
    }
    return mapChildren(
        expr,
        e -> bind(e, arguments),
        i -> mapChildren(i, e -> bind(e, arguments), UnaryOperator.identity()));
  }

  /** Rewrites every load, inner ones first, wherever it stands (also inside indices). */
  public static Expr mapLoads(Expr expr, Function<Expr.Load, Expr> onLoad) {
    Expr mapped = mapChildren(expr, e -> mapLoads(e, onLoad), i -> mapLoads(i, onLoad));
    return mapped instanceof Expr.Load load ? onLoad.apply(load) : mapped;
  }

  /** Rewrites every load inside an index. */
  public static Index mapLoads(Index index, Function<Expr.Load, Expr> onLoad) {
    return mapChildren(index, e -> mapLoads(e, onLoad), i -> mapLoads(i, onLoad));
  }

  /** The operands of a node, without those inside indices. */
  public static List<Expr> children(Expr expr) {
    List<Expr> children = new ArrayList<>();
    mapChildren(
        expr,
        child -> {
          children.add(child);
          return child;
        },
        index -> index);
    return children;
  }

  /** Calls {@code visit} for every value node, parents first, those inside indices included. */
  public static void forEach(Expr expr, Consumer<Expr> visit) {
    visit.accept(expr);
    mapChildren(
        expr,
        e -> {
          forEach(e, visit);
          return e;
        },
        i -> {
          forEach(i, visit);
          return i;
        });
  }

  /** Calls {@code visit} for every value node inside an index. */
  public static void forEach(Index index, Consumer<Expr> visit) {
    mapChildren(
        index,
        e -> {
          forEach(e, visit);
          return e;
        },
        i -> {
          forEach(i, visit);
          return i;
        });
  }

  /** Calls {@code visit} for every use of a variable, wherever it stands. */
  public static void forEachVar(Expr expr, Consumer<Var> visit) {
    mapChildren(
        expr,
        e -> {
          forEachVar(e, visit);
          return e;
        },
        i -> {
          forEachVar(i, visit);
          return i;
        });
  }

  /** Calls {@code visit} for every use of a variable in an index. */
  public static void forEachVar(Index index, Consumer<Var> visit) {
    if (index instanceof Index.Ref(Var var)) {
      visit.accept(var);
    }
    mapChildren(
        index,
        e -> {
          forEachVar(e, visit);
          return e;
        },
        i -> {
          forEachVar(i, visit);
          return i;
        });
  }

  /** True if the variable stands anywhere in the expression. */
  public static boolean uses(Expr expr, Var var) {
    boolean[] found = new boolean[1];
    forEachVar(expr, other -> found[0] |= other == var);
    return found[0];
  }

  /** True if the variable stands anywhere in the index. */
  public static boolean uses(Index index, Var var) {
    boolean[] found = new boolean[1];
    forEachVar(index, other -> found[0] |= other == var);
    return found[0];
  }

  /** The distinct buffers read, in order of first use. */
  public static List<Buffer> buffersRead(List<Expr> exprs) {
    Set<Buffer> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    List<Buffer> buffers = new ArrayList<>();
    for (Expr expr : exprs) {
      forEach(
          expr,
          node -> {
            if (node instanceof Expr.Load load && seen.add(load.buffer())) {
              buffers.add(load.buffer());
            }
          });
    }
    return buffers;
  }

  private static <T> List<T> mapList(List<T> list, UnaryOperator<T> mapper) {
    List<T> mapped = new ArrayList<>(list.size());
    boolean changed = false;
    for (T item : list) {
      T result = mapper.apply(item);
      changed |= result != item;
      mapped.add(result);
    }
    return changed ? mapped : list;
  }
}
