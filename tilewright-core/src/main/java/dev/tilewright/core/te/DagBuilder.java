package dev.tilewright.core.te;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Combiner;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.expr.Var;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Builds a {@link ComputeDag} from tensor expressions.
 *
 * {@snippet :
 * DagBuilder te = new DagBuilder();
 * Buffer data = te.placeholder("data", DType.FLOAT32, 1, 2048);
 * Buffer weight = te.constant("weight", DType.FLOAT32, 1000, 2048);
 * Buffer dense = te.reduce("T_dense", List.of("i", "j"), Shape.of(1, 1000), List.of("k"), Shape.of(2048),
 *     Combiner.sum(DType.FLOAT32),
 *     (i, k) -> Expr.mul(data.at(i[0], k[0]), weight.at(i[1], k[0])));
 * ComputeDag dag = te.build(dense);
 * }
 */
public final class DagBuilder {
  private final List<Operation> operations = new ArrayList<>();
  private final Set<String> names = new HashSet<>();
  private final Map<String, Integer> suffixes = new HashMap<>();

  /** An input that the caller fills at run time. */
  public Buffer placeholder(String name, DType dtype, long... extents) {
    return input(name, dtype, Shape.of(extents), false);
  }

  /** An input whose values are known at compile time, such as a weight. */
  public Buffer constant(String name, DType dtype, long... extents) {
    return input(name, dtype, Shape.of(extents), true);
  }

  /** An input of either kind. */
  public Buffer input(String name, DType dtype, Shape shape, boolean constant) {
    Buffer buffer = new Buffer(unique(name), dtype, shape);
    operations.add(new Placeholder(buffer, constant));
    return buffer;
  }

  /** A pointwise computation with axes named {@code ax0, ax1, …}. */
  public Buffer compute(String name, Shape shape, Function<Index[], Expr> value) {
    return compute(name, axisNames("ax", shape.rank()), shape, value);
  }

  /** A pointwise computation with named axes. */
  public Buffer compute(
      String name, List<String> axisNames, Shape shape, Function<Index[], Expr> value) {
    List<Var> axes = vars(axisNames, shape);
    Expr body = value.apply(indices(axes));
    Buffer output = new Buffer(unique(name), body.dtype(), shape);
    operations.add(new Compute(List.of(output), axes, new Compute.Pointwise(List.of(body))));
    return output;
  }

  /** A reduction of one value. */
  public Buffer reduce(
      String name,
      List<String> axisNames,
      Shape shape,
      List<String> reduceNames,
      Shape domain,
      Combiner combiner,
      BiFunction<Index[], Index[], Expr> value) {
    return reduceTuple(
            List.of(name),
            axisNames,
            shape,
            reduceNames,
            domain,
            combiner,
            (i, k) -> List.of(value.apply(i, k)))
        .getFirst();
  }

  /** A reduction of a tuple, such as argmax: one output a component. */
  public List<Buffer> reduceTuple(
      List<String> outputNames,
      List<String> axisNames,
      Shape shape,
      List<String> reduceNames,
      Shape domain,
      Combiner combiner,
      BiFunction<Index[], Index[], List<Expr>> values) {
    List<Var> axes = vars(axisNames, shape);
    List<Var> reduceAxes = vars(reduceNames, domain);
    List<Expr> bodies = values.apply(indices(axes), indices(reduceAxes));
    List<Buffer> outputs = new ArrayList<>();
    for (int t = 0; t < bodies.size(); t++) {
      outputs.add(new Buffer(unique(outputNames.get(t)), bodies.get(t).dtype(), shape));
    }
    operations.add(new Compute(outputs, axes, new Compute.Reduction(combiner, reduceAxes, bodies)));
    return outputs;
  }

  /** The DAG that computes the given buffers; operations that they do not need are left out. */
  public ComputeDag build(Buffer... outputs) {
    Map<Buffer, Operation> producers = new IdentityHashMap<>();
    for (Operation operation : operations) {
      operation.outputs().forEach(output -> producers.put(output, operation));
    }
    Set<Operation> needed = Collections.newSetFromMap(new IdentityHashMap<>());
    List<Buffer> pending = new ArrayList<>(List.of(outputs));
    while (!pending.isEmpty()) {
      Operation operation = producers.get(pending.removeLast());
      if (operation != null && needed.add(operation)) {
        pending.addAll(ComputeDag.inputsOf(operation));
      }
    }
    return new ComputeDag(operations.stream().filter(needed::contains).toList(), List.of(outputs));
  }

  private String unique(String name) {
    String candidate = name;
    while (!names.add(candidate)) {
      candidate = name + "_" + suffixes.merge(name, 1, Integer::sum);
    }
    return candidate;
  }

  private static List<String> axisNames(String prefix, int rank) {
    List<String> axes = new ArrayList<>();
    for (int axis = 0; axis < rank; axis++) {
      axes.add(prefix + axis);
    }
    return axes;
  }

  private static List<Var> vars(List<String> names, Shape shape) {
    if (names.size() != shape.rank()) {
      throw new IllegalArgumentException(
          "axes %s: expected %d names, one a dimension".formatted(names, shape.rank()));
    }
    List<Var> vars = new ArrayList<>();
    for (int axis = 0; axis < names.size(); axis++) {
      vars.add(new Var(names.get(axis), shape.extent(axis)));
    }
    return vars;
  }

  private static Index[] indices(List<Var> axes) {
    return Index.refs(axes).toArray(Index[]::new);
  }
}
