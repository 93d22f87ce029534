package dev.tilewright.codegen.cpu;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Var;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What is in force where code is being written: values of variables and named values, where buffers
 * lie, the lanes of the vector section and which of them are active. Changed only by {@code with}
 * methods that restore it.
 */
public final class Scope {
  /** What a variable stands for. */
  public sealed interface Binding {
    /** A loop variable in a register. */
    record Register(Ir value, int depth) implements Binding {}

    /** A written-out iteration. */
    record Constant(long value) implements Binding {}

    /** {@code start + lane}: the variable of the vector loop; {@code start} is an i64. */
    record Lane(Ir start, int depth) implements Binding {}
  }

  /**
   * Where a buffer lies.
   *
   * @param lanes number of copies, one a lane, interleaved element by element; 1 for one copy
   */
  public record Storage(Ir pointer, int lanes) {}

  private final Map<Var, Binding> variables = new IdentityHashMap<>();
  private final Map<Expr.Param, Value> parameters = new IdentityHashMap<>();
  private final Map<Buffer, Storage> storages = new IdentityHashMap<>();
  private int lanes = 1;
  private int depth;
  private Optional<Ir> mask = Optional.empty();

  Binding variable(Var var) {
    Binding binding = variables.get(var);
    if (binding == null) {
      throw new IllegalArgumentException("the variable %s is not bound by a loop".formatted(var));
    }
    return binding;
  }

  Value parameter(Expr.Param param) {
    Value value = parameters.get(param);
    if (value == null) {
      throw new IllegalArgumentException("the name %s is not bound".formatted(param.name()));
    }
    return value;
  }

  Storage storage(Buffer buffer) {
    Storage storage = storages.get(buffer);
    if (storage == null) {
      throw new IllegalArgumentException(
          "the buffer %s is neither a parameter nor allocated".formatted(buffer));
    }
    return storage;
  }

  /** Lanes of the vector section; 1 outside vector loops. */
  int lanes() {
    return lanes;
  }

  /** Number of loops around, those that are written out not counted. */
  int depth() {
    return depth;
  }

  /** The active lanes, a vector of i1, or a scalar i1 outside vector loops; empty if all are. */
  Optional<Ir> mask() {
    return mask;
  }

  public void define(Buffer buffer, Storage storage) {
    storages.put(buffer, storage);
  }

  public void with(Var var, Binding binding, Runnable body) {
    variables.put(var, binding);
    int outer = depth;
    if (!(binding instanceof Binding.Constant)) {
      depth++;
    }
    body.run();
    depth = outer;
    variables.remove(var);
  }

  void with(Expr.Param param, Value value, Runnable body) {
    parameters.put(param, value);
    body.run();
    parameters.remove(param);
  }

  void withLanes(int count, Runnable body) {
    int outer = lanes;
    lanes = count;
    body.run();
    lanes = outer;
  }

  void withMask(Ir active, Runnable body) {
    Optional<Ir> outer = mask;
    mask = Optional.of(active);
    body.run();
    mask = outer;
  }
}
