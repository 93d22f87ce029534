package dev.tilewright.core.ir;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Exprs;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.expr.Var;
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
 * The one place that knows the children of every statement. An unchanged subtree stays the same
 * object.
 */
public final class Stmts {
  private Stmts() {}

  /** Rebuilds a statement with mapped statements, values and indices directly below it. */
  public static Stmt mapChildren(
      Stmt stmt,
      UnaryOperator<Stmt> onStmt,
      UnaryOperator<Expr> onExpr,
      UnaryOperator<Index> onIndex) {
    return switch (stmt) {
      case Stmt.For(Var var, ForKind kind, Stmt body) -> {
        Stmt mapped = onStmt.apply(body);
        yield mapped == body ? stmt : new Stmt.For(var, kind, mapped);
      }
      case Stmt.Store(Buffer buffer, List<Index> indices, Expr value) -> {
        List<Index> mappedIndices = mapList(indices, onIndex);
        Expr mapped = onExpr.apply(value);
        yield mappedIndices == indices && mapped == value
            ? stmt
            : new Stmt.Store(buffer, mappedIndices, mapped);
      }
      case Stmt.Let(Expr.Param param, Expr value, Stmt body) -> {
        Expr mapped = onExpr.apply(value);
        Stmt mappedBody = onStmt.apply(body);
        yield mapped == value && mappedBody == body
            ? stmt
            : new Stmt.Let(param, mapped, mappedBody);
      }
      case Stmt.If(Expr condition, Stmt body) -> {
        Expr mapped = onExpr.apply(condition);
        Stmt mappedBody = onStmt.apply(body);
        yield mapped == condition && mappedBody == body ? stmt : new Stmt.If(mapped, mappedBody);
      }
      case Stmt.Allocate(Buffer buffer, Stmt body) -> {
        Stmt mapped = onStmt.apply(body);
        yield mapped == body ? stmt : new Stmt.Allocate(buffer, mapped);
      }
      case Stmt.Seq(List<Stmt> statements) -> {
        List<Stmt> mapped = mapList(statements, onStmt);
        yield mapped == statements ? stmt : new Stmt.Seq(mapped);
      }
      case Stmt.ThreadReduce(var params, var combiner, List<Expr> values, Stmt body) -> {
        List<Expr> mapped = mapList(values, onExpr);
        Stmt mappedBody = onStmt.apply(body);
        yield mapped == values && mappedBody == body
            ? stmt
            : new Stmt.ThreadReduce(params, combiner, mapped, mappedBody);
      }
      case Stmt.Shuffle(Expr.Param param, Expr value, int laneMask, Stmt body) -> {
        Expr mapped = onExpr.apply(value);
        Stmt mappedBody = onStmt.apply(body);
        yield mapped == value && mappedBody == body
            ? stmt
            : new Stmt.Shuffle(param, mapped, laneMask, mappedBody);
      }
      case Stmt.Barrier barrier -> barrier;
    };
  }

  /** Rebuilds a statement with mapped statements directly below it. */
  public static Stmt mapStatements(Stmt stmt, UnaryOperator<Stmt> onStmt) {
    return mapChildren(stmt, onStmt, UnaryOperator.identity(), UnaryOperator.identity());
  }

  /** Rewrites every value and every index of a statement, those of statements inside included. */
  public static Stmt mapExprs(Stmt stmt, UnaryOperator<Expr> onExpr, UnaryOperator<Index> onIndex) {
    return mapChildren(stmt, child -> mapExprs(child, onExpr, onIndex), onExpr, onIndex);
  }

  /** Replaces variables; a variable that a loop inside binds must not be in the map. */
  public static Stmt substitute(Stmt stmt, Map<Var, Index> values) {
    return mapExprs(
        stmt, expr -> Exprs.substitute(expr, values), index -> Exprs.substitute(index, values));
  }

  /** Rewrites every load, wherever it stands. */
  public static Stmt mapLoads(Stmt stmt, Function<Expr.Load, Expr> onLoad) {
    return mapExprs(
        stmt, expr -> Exprs.mapLoads(expr, onLoad), index -> Exprs.mapLoads(index, onLoad));
  }

  /** Calls {@code visit} for the statement and all statements inside, parents first. */
  public static void forEach(Stmt stmt, Consumer<Stmt> visit) {
    visit.accept(stmt);
    mapChildren(
        stmt,
        child -> {
          forEach(child, visit);
          return child;
        },
        UnaryOperator.identity(),
        UnaryOperator.identity());
  }

  /** True if threads execute the statement, or one inside of it, together. */
  public static boolean needsAllThreads(Stmt stmt) {
    boolean[] found = {false};
    forEach(
        stmt,
        child ->
            found[0] |=
                child instanceof Stmt.Barrier
                    || child instanceof Stmt.Shuffle
                    || child instanceof Stmt.ThreadReduce);
    return found[0];
  }

  /** Calls {@code visit} for every value node of the statement and all statements inside. */
  public static void forEachExpr(Stmt stmt, Consumer<Expr> visit) {
    mapExprs(
        stmt,
        expr -> {
          Exprs.forEach(expr, visit);
          return expr;
        },
        index -> {
          Exprs.forEach(index, visit);
          return index;
        });
  }

  /** The distinct buffers that are read, in order of first use. */
  public static List<Buffer> buffersRead(Stmt stmt) {
    Distinct buffers = new Distinct();
    forEachExpr(stmt, expr -> buffers.addIfLoad(expr));
    return buffers.inOrder;
  }

  /** The distinct buffers that are written, in order of first use. */
  public static List<Buffer> buffersWritten(Stmt stmt) {
    Distinct buffers = new Distinct();
    forEach(stmt, child -> buffers.addIfStore(child));
    return buffers.inOrder;
  }

  /** The distinct buffers that are read or written and that no {@code Allocate} inside defines. */
  public static List<Buffer> buffersOfCaller(Stmt stmt) {
    Distinct own = new Distinct();
    forEach(
        stmt,
        child -> {
          if (child instanceof Stmt.Allocate(Buffer buffer, Stmt body)) {
            own.add(buffer);
          }
        });
    Distinct used = new Distinct();
    buffersRead(stmt).forEach(used::add);
    buffersWritten(stmt).forEach(used::add);
    return used.inOrder.stream().filter(buffer -> !own.seen.contains(buffer)).toList();
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

  /** A set of buffers by identity that keeps the order in which they came. */
  private static final class Distinct {
    private final Set<Buffer> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final List<Buffer> inOrder = new ArrayList<>();

    void add(Buffer buffer) {
      if (seen.add(buffer)) {
        inOrder.add(buffer);
      }
    }

    void addIfLoad(Expr expr) {
      if (expr instanceof Expr.Load(Buffer buffer, List<Index> indices)) {
        add(buffer);
      }
    }

    void addIfStore(Stmt stmt) {
      if (stmt instanceof Stmt.Store(Buffer buffer, List<Index> indices, Expr value)) {
        add(buffer);
      }
    }
  }
}
