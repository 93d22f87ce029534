package dev.tilewright.graph.ir;

import dev.tilewright.graph.ops.TensorType;
import java.util.Objects;

/**
 * A tensor that flows through a graph: an input, a constant or a result of a node. Identity is the
 * object; the name is for people and need not be unique.
 */
public final class Value {
  private final String name;
  private final TensorType type;

  public Value(String name, TensorType type) {
    this.name = Objects.requireNonNull(name, "name");
    this.type = Objects.requireNonNull(type, "type");
  }

  public String name() {
    return name;
  }

  public TensorType type() {
    return type;
  }

  @Override
  public String toString() {
    return name;
  }
}
