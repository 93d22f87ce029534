package dev.tilewright.core.expr;

/**
 * An integer variable of index arithmetic: a loop variable or an axis of a tensor expression.
 * Identity is the object, the name is for people: two variables of one name are different
 * variables. It takes the values {@code 0 <= v < extent}.
 */
public final class Var {
  private final String name;
  private final long extent;

  public Var(String name, long extent) {
    this.name = name;
    this.extent = extent;
  }

  public String name() {
    return name;
  }

  /** Exclusive upper bound of the values; 0 for an empty loop. */
  public long extent() {
    return extent;
  }

  @Override
  public String toString() {
    return name;
  }
}
