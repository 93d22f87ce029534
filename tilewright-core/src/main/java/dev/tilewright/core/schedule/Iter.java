package dev.tilewright.core.schedule;

import dev.tilewright.core.expr.Var;
import dev.tilewright.core.ir.ForKind;

/**
 * A loop of a stage.
 *
 * @param name unique in its stage; a split of {@code i} yields {@code i.0, i.1, …} outermost first,
 *     a fusion of {@code i} and {@code j} yields {@code i@j}
 * @param var the loop variable; its extent is the trip count. A step that changes the trip count
 *     makes a new variable under the same name
 * @param kind which axes of the operation it runs over
 * @param annotation how it is executed
 */
public record Iter(String name, Var var, Kind kind, ForKind annotation) {
  /** Which axes of the operation an iterator runs over. */
  public enum Kind {
    SPATIAL,
    REDUCE,
    /** A fusion of both. */
    MIXED
  }

  public long extent() {
    return var.extent();
  }

  /** True if its iterations are threads, or virtual threads, of one block. */
  public boolean isOfBlock() {
    return annotation instanceof ForKind.Bound(var axis) && !axis.isBlock();
  }

  public Iter withAnnotation(ForKind newAnnotation) {
    return new Iter(name, var, kind, newAnnotation);
  }
}
