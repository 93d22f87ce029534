package dev.tilewright.graph.host;

import dev.tilewright.base.UserException;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.interp.DagEvaluator;
import dev.tilewright.core.interp.HostArray;
import dev.tilewright.core.te.ComputeDag;
import dev.tilewright.core.te.DagBuilder;
import dev.tilewright.graph.ops.Binary;
import dev.tilewright.graph.ops.Cast;
import dev.tilewright.graph.ops.Full;
import dev.tilewright.graph.ops.GraphOperator;
import dev.tilewright.graph.ops.HostCall;
import dev.tilewright.graph.ops.Operator;
import dev.tilewright.graph.ops.Slice;
import dev.tilewright.graph.ops.TensorType;
import dev.tilewright.graph.ops.ViewOperator;
import dev.tilewright.runtime.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Computes an operator in Java. Any operator can be computed from its definition, one element after
 * the other; those that weights are commonly computed with have loops of their own, since a network
 * can have a hundred million weights.
 */
public final class HostEvaluator {
  /** Largest number of elements that are computed one by one. */
  private static final long MAX_ELEMENTS = 1 << 28;

  private HostEvaluator() {}

  /**
   * The results of an operator. They may share memory with the inputs.
   *
   * @throws dev.tilewright.base.UserException if the operator does not take the inputs
   */
  public static List<Tensor> evaluate(GraphOperator operator, List<Tensor> inputs) {
    List<TensorType> types =
        operator.inferTypes(
            inputs.stream().map(input -> new TensorType(input.dtype(), input.shape())).toList());
    return switch (operator) {
      case HostCall call -> call.evaluate(inputs);
      case Operator compiled ->
          fast(compiled, inputs, types.getFirst())
              .map(List::of)
              .orElseGet(() -> define(compiled, inputs));
    };
  }

  /** The results by the operator's definition. */
  public static List<Tensor> define(GraphOperator operator, List<Tensor> inputs) {
    return switch (operator) {
      case HostCall call -> call.evaluate(inputs);
      case Operator compiled -> define(compiled, inputs);
    };
  }

  private static List<Tensor> define(Operator operator, List<Tensor> inputs) {
    DagBuilder te = new DagBuilder();
    List<Buffer> placeholders = new ArrayList<>();
    for (Tensor input : inputs) {
      placeholders.add(te.input("x" + placeholders.size(), input.dtype(), input.shape(), false));
    }
    List<Buffer> results = operator.emit(te, placeholders);
    ComputeDag dag = te.build(results.toArray(Buffer[]::new));
    dag.computes().forEach(compute -> requireSize(operator, compute.outputs().getFirst()));
    List<HostArray> arrays = new ArrayList<>();
    for (Buffer needed : dag.inputs()) {
      arrays.add(toArray(inputs.get(placeholders.indexOf(needed))));
    }
    return DagEvaluator.evaluate(dag, arrays).stream().map(HostEvaluator::toTensor).toList();
  }

  private static Optional<Tensor> fast(Operator operator, List<Tensor> inputs, TensorType result) {
    return switch (operator) {
      case ViewOperator view -> Optional.of(inputs.getFirst().reshape(result.shape()));
      case Slice slice -> ContiguousSlice.of(slice, inputs.getFirst());
      case Full full -> Optional.of(Fill.of(full));
      case Cast cast -> CastLoops.of(cast.dtype(), inputs.getFirst());
      case Binary binary -> BinaryLoops.of(binary.function(), inputs, result);
      default -> Optional.empty();
    };
  }

  /** A model of a few bytes can ask for any number of elements. */
  private static void requireSize(Operator operator, Buffer buffer) {
    if (buffer.shape().elements() > MAX_ELEMENTS) {
      throw new UserException(
          "%s: a constant of %s elements (%s) is to be computed; expected at most %d"
              .formatted(operator.name(), buffer.shape().elements(), buffer.shape(), MAX_ELEMENTS));
    }
  }

  private static HostArray toArray(Tensor tensor) {
    HostArray array = HostArray.zeros(tensor.dtype(), tensor.shape());
    array.segment().copyFrom(tensor.segment());
    return array;
  }

  private static Tensor toTensor(HostArray array) {
    Tensor tensor = Tensor.allocate(array.dtype(), array.shape());
    tensor.segment().copyFrom(array.segment());
    return tensor;
  }
}
