package dev.tilewright.core.expr;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import java.util.List;

/**
 * A named dense row-major array that expressions read and statements write. Identity is the object,
 * the name is for people and unique within one compute DAG or kernel list.
 */
public final class Buffer {
  /** Where the elements live. */
  public enum Scope {
    /** Memory that all kernels of a program see: inputs, outputs and workspaces. */
    GLOBAL,
    /** Memory of one thread block (GPU). */
    SHARED,
    /**
     * Memory of one parallel chunk (CPU) or one thread (GPU); registers where it is small enough.
     */
    LOCAL
  }

  private final String name;
  private final DType dtype;
  private final Shape shape;
  private final Scope scope;

  public Buffer(String name, DType dtype, Shape shape) {
    this(name, dtype, shape, Scope.GLOBAL);
  }

  public Buffer(String name, DType dtype, Shape shape, Scope scope) {
    this.name = name;
    this.dtype = dtype;
    this.shape = shape;
    this.scope = scope;
  }

  public String name() {
    return name;
  }

  public DType dtype() {
    return dtype;
  }

  public Shape shape() {
    return shape;
  }

  public Scope scope() {
    return scope;
  }

  /** Size in bytes without padding. */
  public long bytes() {
    return Math.multiplyExact(shape.elements(), dtype.bytes());
  }

  /** An element of this buffer as a value expression. */
  public Expr at(Index... indices) {
    return new Expr.Load(this, List.of(indices));
  }

  @Override
  public String toString() {
    return name;
  }
}
