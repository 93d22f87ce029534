package dev.tilewright.core.lower;

import dev.tilewright.base.DType;
import dev.tilewright.core.analysis.Interval;
import dev.tilewright.core.analysis.Simplifier;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Exprs;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.expr.Var;
import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.ir.Program;
import dev.tilewright.core.ir.Stmt;
import dev.tilewright.core.ir.Stmts;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Splits the range of loops such that the tiles that lie fully inside run without conditions:
 *
 * <pre>
 * for i.0 (0,3)                        for i.0 (0,2)
 *   for i.1 (0,4)                        for i.1 (0,4)
 *     if i.0*4 + i.1 &lt; 10:      →          S
 *       S                              for i.1 (0,4)
 *                                        if 8 + i.1 &lt; 10: S
 * </pre>
 *
 * Where the range of a loop cannot be split, since it is parallel or several outer variables
 * decide, conditions around copies of its body choose. Guards and the conditions of selects
 * (padding) are treated alike. The number of copies is bounded by the statements and the local
 * memory that they add, and statements with conditions are copied alone where most others of the
 * loop have none.
 */
final class PartitionLoops {
  private static final long MAX_ADDED_STATEMENTS = 1024;
  private static final long MAX_ADDED_LOCAL_BYTES = 1 << 20;

  /** A loop is copied as a whole if at least one of so many statements in it has a condition. */
  private static final long LEAST_SHARE = 4;

  private static final Expr TRUE = new Expr.IntConst(1, DType.BOOL);

  private final Set<Var> outer = Variables.none();
  private long statements = MAX_ADDED_STATEMENTS;
  private long localBytes = MAX_ADDED_LOCAL_BYTES;

  private PartitionLoops() {}

  static Program run(Program program) {
    return Programs.mapBodies(program, body -> new PartitionLoops().partition(body));
  }

  private Stmt partition(Stmt stmt) {
    return stmt instanceof Stmt.For loop
        ? switch (loop.kind()) {
          case ForKind.Serial() -> inside(loop, this::splitRange);
          case ForKind.Parallel() -> inside(loop, this::versioned);
          // All lanes and all copies take one way, so that these loops count as inner ones.
          case ForKind.Unrolled() -> Stmts.mapStatements(loop, this::partition);
          case ForKind.Vectorized() -> Stmts.mapStatements(loop, this::partition);
          // Threads that met at a barrier in one copy only would hang.
          case ForKind.Bound ignored -> Stmts.mapStatements(loop, this::partition);
        }
        : Stmts.mapStatements(stmt, this::partition);
  }

  private Stmt inside(Stmt.For loop, Function<Stmt.For, Stmt> transform) {
    outer.add(loop.var());
    Stmt result = transform.apply(loop);
    outer.remove(loop.var());
    return result;
  }

  private Stmt splitRange(Stmt.For loop) {
    Var variable = loop.var();
    Index whole = Index.of(variable);
    Interval all = new Interval(0, variable.extent() - 1);
    Interval inside = inside(whole, all, bounds(loop.body(), variable));
    List<Interval> pieces = pieces(all, inside);
    if (pieces.size() < 2 || !afford(loop.body(), pieces.size() - 1)) {
      return versioned(loop);
    }
    List<Stmt> loops = new ArrayList<>();
    for (Interval piece : pieces) {
      loops.add(partition(SimplifyProgram.simplify(FreshCopy.of(restricted(loop, piece)))));
    }
    return new Stmt.Seq(loops);
  }

  /** The iterations of a loop in an interval. */
  private static Stmt restricted(Stmt.For loop, Interval piece) {
    Var variable = new Var(loop.var().name(), piece.max() - piece.min() + 1);
    Index value = variable.extent() == 1 ? Index.ZERO : Index.of(variable);
    Stmt body =
        Stmts.substitute(
            loop.body(), new IdentityHashMap<>(Map.of(loop.var(), value.plus(piece.min()))));
    return variable.extent() == 1 ? body : new Stmt.For(variable, loop.kind(), body);
  }

  private Stmt versioned(Stmt.For loop) {
    return new Stmt.For(loop.var(), loop.kind(), versions(loop.var(), loop.body(), List.of()));
  }

  /**
   * Copies of the body of a loop under conditions on what stands still in it.
   *
   * @param settled atoms on whose values the body depends no more or is known to depend
   */
  private Stmt versions(Var variable, Stmt body, List<Index> settled) {
    List<Bound> bounds = new ArrayList<>(bounds(body, variable));
    bounds.removeIf(bound -> bound.atom().filter(settled::contains).isPresent());
    for (Bound bound : bounds) {
      Optional<Stmt> versions =
          bound.atom().isPresent()
              ? byAtom(bound.atom().get(), bounds, variable, body, settled)
              : byBound(bound, variable, body, settled);
      if (versions.isPresent()) {
        return versions.get();
      }
    }
    return partition(body);
  }

  private Optional<Stmt> byAtom(
      Index atom, List<Bound> bounds, Var variable, Stmt body, List<Index> settled) {
    Interval all = Simplifier.bounds(atom);
    Interval inside = inside(atom, all, bounds);
    List<Interval> pieces = pieces(all, inside);
    if (pieces.size() < 2 || !afford(body, pieces.size() - 1)) {
      return Optional.empty();
    }
    List<Index> nowSettled = new ArrayList<>(settled);
    nowSettled.add(atom);
    List<Stmt> versions = new ArrayList<>();
    for (Interval piece : pieces) {
      Stmt version = piece.equals(inside) ? unconditional(body, atom, inside, bounds) : body;
      if (piece.isPoint()) {
        version = Replace.index(version, atom, Index.of(piece.min()));
      }
      Stmt simplified = SimplifyProgram.simplify(FreshCopy.of(version));
      versions.add(
          Guards.guard(within(atom, all, piece), versions(variable, simplified, nowSettled)));
    }
    return Optional.of(new Stmt.Seq(versions));
  }

  /** The body without the comparisons that hold wherever the atom is inside. */
  private static Stmt unconditional(Stmt body, Index atom, Interval inside, List<Bound> bounds) {
    Stmt result = body;
    for (Bound bound : bounds) {
      if (bound.atom().filter(atom::equals).isPresent() && contains(bound.range(), inside)) {
        result = Replace.comparison(result, bound.comparison(), TRUE);
      }
    }
    return result;
  }

  private Optional<Stmt> byBound(Bound bound, Var variable, Stmt body, List<Index> settled) {
    if (!afford(body, 1)) {
      return Optional.empty();
    }
    Index sum = bound.sum().toIndex();
    Stmt full =
        SimplifyProgram.simplify(FreshCopy.of(Replace.comparison(body, bound.comparison(), TRUE)));
    return Optional.of(
        Stmt.seq(
            new Stmt.If(Expr.lt(sum, Index.ZERO), versions(variable, full, settled)),
            new Stmt.If(Expr.ge(sum, Index.ZERO), partition(body))));
  }

  /** What decides the conditions of a loop's body; nothing if few of its statements have one. */
  private List<Bound> bounds(Stmt body, Var variable) {
    List<Bound> bounds = allBounds(body, variable);
    return !bounds.isEmpty() && LEAST_SHARE * conditional(body, bounds) < StatementCount.of(body)
        ? List.of()
        : bounds;
  }

  /** Statements that one of the comparisons decides something about. */
  private static long conditional(Stmt stmt, List<Bound> bounds) {
    return switch (stmt) {
      case Stmt.Seq(List<Stmt> statements) ->
          statements.stream().mapToLong(one -> conditional(one, bounds)).sum();
      case Stmt.Allocate(var _, Stmt body) -> conditional(body, bounds);
      case Stmt.For(Var loop, ForKind.Unrolled(), Stmt body) ->
          loop.extent() * conditional(body, bounds);
      case Stmt.For(var _, var _, Stmt body) -> conditional(body, bounds);
      case Stmt.If(Expr condition, Stmt body) ->
          contains(condition, bounds) ? StatementCount.of(stmt) : conditional(body, bounds);
      case Stmt.Let(var _, Expr value, Stmt body) ->
          contains(value, bounds) ? StatementCount.of(stmt) : conditional(body, bounds);
      case Stmt.Store(var _, var _, Expr value) -> contains(value, bounds) ? 1 : 0;
      case Stmt.ThreadReduce reduce -> StatementCount.of(reduce);
      case Stmt.Shuffle shuffle -> StatementCount.of(shuffle);
      case Stmt.Barrier _ -> 0;
    };
  }

  private static boolean contains(Expr expr, List<Bound> bounds) {
    boolean[] found = {false};
    Exprs.forEach(
        expr, node -> found[0] |= bounds.stream().anyMatch(bound -> bound.comparison() == node));
    return found[0];
  }

  private List<Bound> allBounds(Stmt body, Var variable) {
    List<Bound> bounds = new ArrayList<>();
    Stmts.forEachExpr(
        body,
        expr -> {
          if (expr instanceof Expr.CompareIndex comparison && Conditions.isMovable(comparison)) {
            Bound.of(comparison, outer)
                .filter(bound -> bound.dependsOn(variable))
                .ifPresent(bounds::add);
          }
        });
    return bounds;
  }

  private static Interval inside(Index atom, Interval all, List<Bound> bounds) {
    long min = all.min();
    long max = all.max();
    for (Bound bound : bounds) {
      if (bound.atom().filter(atom::equals).isPresent()) {
        Interval range = bound.range();
        if (Math.max(min, range.min()) <= Math.min(max, range.max())) {
          min = Math.max(min, range.min());
          max = Math.min(max, range.max());
        }
      }
    }
    return new Interval(min, max);
  }

  /** What is below the inner interval, the inner interval, and what is above it. */
  private static List<Interval> pieces(Interval all, Interval inside) {
    List<Interval> pieces = new ArrayList<>();
    if (all.min() < inside.min()) {
      pieces.add(new Interval(all.min(), inside.min() - 1));
    }
    pieces.add(inside);
    if (inside.max() < all.max()) {
      pieces.add(new Interval(inside.max() + 1, all.max()));
    }
    return pieces;
  }

  private static List<Expr> within(Index atom, Interval all, Interval piece) {
    List<Expr> conditions = new ArrayList<>();
    if (piece.min() > all.min()) {
      conditions.add(Expr.ge(atom, Index.of(piece.min())));
    }
    if (piece.max() < all.max()) {
      conditions.add(Expr.lt(atom, Index.of(piece.max() + 1)));
    }
    return conditions;
  }

  private static boolean contains(Interval outside, Interval inside) {
    return outside.min() <= inside.min() && inside.max() <= outside.max();
  }

  private boolean afford(Stmt body, long copies) {
    long cost = StatementCount.of(body);
    long bytes = LocalMemory.bytes(body);
    if (cost > statements / copies || bytes > localBytes / copies) {
      return false;
    }
    statements -= cost * copies;
    localBytes -= bytes * copies;
    return true;
  }
}
