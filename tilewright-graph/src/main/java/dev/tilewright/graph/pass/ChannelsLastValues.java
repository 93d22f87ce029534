package dev.tilewright.graph.pass;

import dev.tilewright.base.Shape;
import dev.tilewright.core.schedule.BufferLayout;
import dev.tilewright.graph.ir.Graph;
import dev.tilewright.graph.ir.GraphRewriter;
import dev.tilewright.graph.ir.Node;
import dev.tilewright.graph.ir.Value;
import dev.tilewright.graph.ops.Operator;
import dev.tilewright.graph.ops.Reshape;
import dev.tilewright.graph.ops.TensorType;
import dev.tilewright.graph.ops.Transpose;
import dev.tilewright.runtime.Tensor;
import dev.tilewright.search.build.TensorPacker;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The values of a graph under conversion: each is there with channels first, as the source graph
 * has it, or with channels last, or both; the other form is made when somebody asks for it.
 */
final class ChannelsLastValues {
  private final Graph graph;
  private final GraphRewriter rewriter;
  private final Map<Value, Value> lastForms = new IdentityHashMap<>();
  private final Set<Value> withoutFirstForm = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Map<Value, Value> weights = new IdentityHashMap<>();
  private final Map<Value, Tensor> constants = new IdentityHashMap<>();

  ChannelsLastValues(Graph graph) {
    this.graph = graph;
    this.rewriter = new GraphRewriter(graph);
  }

  /** True if a value of the source was computed with channels last. */
  boolean isLast(Value value) {
    return lastForms.containsKey(value);
  }

  /** Says that a value of the source is computed with channels last by a value of the new graph. */
  void define(Value value, Value last) {
    lastForms.put(value, last);
    withoutFirstForm.add(value);
  }

  /** Lets a value of the new graph of the same type stand for a value of the source. */
  void replace(Value value, Value replacement) {
    rewriter.replace(value, replacement);
  }

  /** Takes a node over as it is. */
  void keep(Node node) {
    node.inputs().forEach(this::first);
    rewriter.keep(node);
  }

  List<Value> apply(Node node, Operator operator, List<Value> operands) {
    return rewriter.builder().applyAll(node.name(), operator, operands);
  }

  /** A value of the source as it is there, in the new graph. */
  Value first(Value value) {
    if (withoutFirstForm.remove(value)) {
      Value last = lastForms.get(value);
      AxisOrder order = new AxisOrder(value.type().rank());
      rewriter.replace(value, reordered(last, order.toFirst(), value.name() + ".channels-first"));
    }
    return rewriter.map(value);
  }

  /** A value of the source with channels last, in the new graph. */
  Value last(Value value) {
    Value known = lastForms.get(value);
    if (known == null) {
      AxisOrder order = new AxisOrder(value.type().rank());
      known = reordered(rewriter.map(value), order.toLast(), value.name() + ".channels-last");
      lastForms.put(value, known);
    }
    return known;
  }

  /** An operand of a broadcasting operator whose result has a given rank. */
  Value broadcast(Value value, int rank) {
    int valueRank = value.type().rank();
    if (value.type().shape().elements() == 1 && !isLast(value)) {
      return rewriter.map(value);
    }
    if (valueRank == rank) {
      return stripped(last(value));
    }
    long[] extents = new long[rank];
    Arrays.fill(extents, 1);
    System.arraycopy(value.type().shape().toArray(), 0, extents, rank - valueRank, valueRank);
    Value wide = reshaped(rewriter.map(first(value)), Shape.of(extents));
    return stripped(reordered(wide, new AxisOrder(rank).toLast(), value.name() + ".channels-last"));
  }

  /**
   * The weight of a convolution with channels last: from OIHW, or IOHW if it is that of a
   * transposed convolution, to HWIO.
   */
  Value weight(Value value, boolean inputFirst) {
    return weights.computeIfAbsent(
        value,
        weight -> {
          int rank = weight.type().rank();
          List<Integer> channels = inputFirst ? List.of(0, 1) : List.of(1, 0);
          List<Integer> spatial = new ArrayList<>();
          for (int axis = 2; axis < rank; axis++) {
            spatial.add(axis);
          }
          List<Integer> order = Stream.concat(spatial.stream(), channels.stream()).toList();
          return reordered(first(weight), order, weight.name() + ".channels-last");
        });
  }

  Graph finish() {
    graph.outputs().forEach(output -> first(output.value()));
    return rewriter.finish();
  }

  /** Transposes a value of the new graph: constants now, others at run time where data moves. */
  private Value reordered(Value value, List<Integer> order, String name) {
    Optional<Tensor> constant = constantOf(value);
    if (constant.isPresent()) {
      BufferLayout layout = BufferLayout.permuted(order);
      return constant(name, TensorPacker.pack(constant.get(), layout, Arena.ofAuto()));
    }
    Transpose transpose = new Transpose(order);
    if (movesData(order, value.type())) {
      return rewriter.builder().apply(name, transpose, value);
    }
    return reshaped(value, transpose.inferTypes(List.of(value.type())).getFirst().shape());
  }

  private Value reshaped(Value value, Shape shape) {
    if (value.type().shape().equals(shape)) {
      return value;
    }
    return constantOf(value)
        .map(tensor -> constant(value.name(), tensor.reshape(shape)))
        .orElseGet(() -> rewriter.builder().apply(value.name(), new Reshape(shape), value));
  }

  /** A constant without leading dimensions of extent 1, which broadcasting adds again. */
  private Value stripped(Value value) {
    long[] extents = value.type().shape().toArray();
    int leading = 0;
    while (leading < extents.length - 1 && extents[leading] == 1) {
      leading++;
    }
    return constantOf(value).isPresent()
        ? reshaped(value, Shape.of(Arrays.copyOfRange(extents, leading, extents.length)))
        : value;
  }

  private Value constant(String name, Tensor tensor) {
    Value value = rewriter.builder().constant(name, tensor);
    constants.put(value, tensor);
    return value;
  }

  private Optional<Tensor> constantOf(Value value) {
    return Optional.ofNullable(constants.get(value)).or(() -> graph.constant(value));
  }

  /** False if only dimensions of extent 1 change their place. */
  private static boolean movesData(List<Integer> order, TensorType type) {
    List<Integer> wide = order.stream().filter(axis -> type.extent(axis) != 1).toList();
    return !wide.equals(wide.stream().sorted().toList());
  }
}
