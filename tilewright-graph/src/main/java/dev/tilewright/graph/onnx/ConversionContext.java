package dev.tilewright.graph.onnx;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.base.UserException;
import dev.tilewright.graph.onnx.format.OnnxGraph;
import dev.tilewright.graph.onnx.format.OnnxNode;
import dev.tilewright.graph.onnx.format.OnnxTensor;
import dev.tilewright.graph.ops.GraphOperator;
import dev.tilewright.graph.ops.HostCall;
import dev.tilewright.graph.ops.TensorType;
import dev.tilewright.runtime.Tensor;
import dev.tilewright.runtime.host.HostOperator;
import dev.tilewright.runtime.host.PlannableOperator;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** What a converter sees of a node and of the graph around it. */
final class ConversionContext {
  private final OnnxNode node;
  private final Scope scope;
  private final List<Optional<Operand>> inputs;
  private final GraphImport graph;
  private final Attributes attributes;

  ConversionContext(OnnxNode node, Scope scope, List<Optional<Operand>> inputs, GraphImport graph) {
    this.node = node;
    this.scope = scope;
    this.inputs = List.copyOf(inputs);
    this.graph = graph;
    this.attributes = new Attributes(node);
  }

  Attributes attributes() {
    return attributes;
  }

  /** The version of the operator set that the model asks for. */
  long opset() {
    return scope.opset();
  }

  /** Number of inputs, counting those that are left out before the last one given. */
  int inputCount() {
    return inputs.size();
  }

  /** Number of results that the model names. */
  int outputCount() {
    return node.outputs().size();
  }

  /** True if the model names a result, so that it may be read. */
  boolean wants(int output) {
    return output < node.outputs().size() && !node.outputs().get(output).isEmpty();
  }

  /** An attribute that is an axis of a tensor of a rank, counted from the front. */
  int axis(String name, int otherwise, int rank) {
    return axis(attributes.integer(name, otherwise), rank);
  }

  /** An axis of a tensor of a rank counted from the front; negative ones count from the end. */
  int axis(long axis, int rank) {
    long normal = axis < 0 ? axis + rank : axis;
    if (normal < 0 || normal >= rank) {
      throw refuse("axis %d is outside of rank %d", axis, rank);
    }
    return (int) normal;
  }

  boolean hasInput(int input) {
    return input < inputs.size() && inputs.get(input).isPresent();
  }

  Operand input(int input) {
    if (!hasInput(input)) {
      throw refuse("input %d is missing", input);
    }
    return inputs.get(input).orElseThrow();
  }

  /** All inputs that are given. */
  Operand[] allInputs() {
    return IntStream.range(0, inputs.size()).mapToObj(this::input).toArray(Operand[]::new);
  }

  TensorType type(int input) {
    return input(input).type();
  }

  Shape shape(int input) {
    return type(input).shape();
  }

  /** The elements of an input that must be known at compile time, such as the shape of Reshape. */
  Tensor known(int input) {
    return switch (input(input)) {
      case Operand.Known(Tensor tensor) -> tensor;
      case Operand.Sequence sequence -> throw sequence.noTensor();
      case Operand.Nothing nothing -> throw nothing.noTensor();
      case Operand.Computed(var value) ->
          throw refuse(
              "input %d (%s) depends on the network's input; expected one that is known at compile"
                  + " time",
              input, value.name());
    };
  }

  /** A known input as integers. */
  List<Long> knownIntegers(int input) {
    Tensor tensor = known(input);
    if (tensor.dtype().isFloat()) {
      throw refuse("input %d is %s; expected integers", input, tensor);
    }
    return LongStream.of(tensor.toLongs()).boxed().toList();
  }

  /** A known input of one element, as an integer. */
  long knownInteger(int input) {
    return knownScalar(input).getLong(0);
  }

  /** A known input of one element. */
  double knownReal(int input) {
    return knownScalar(input).getDouble(0);
  }

  private Tensor knownScalar(int input) {
    Tensor tensor = known(input);
    if (tensor.shape().elements() != 1) {
      throw refuse("input %d is %s; expected one element", input, tensor);
    }
    return tensor;
  }

  /** A known input as integers that fit an axis number. */
  List<Integer> knownAxes(int input) {
    List<Long> axes = knownIntegers(input);
    if (axes.stream().anyMatch(axis -> axis != axis.intValue())) {
      throw refuse("input %d holds %s; expected axes", input, axes);
    }
    return axes.stream().map(Long::intValue).toList();
  }

  /**
   * Axes that were an attribute in old versions of an operator and are an input in new ones.
   *
   * @param input the number of that input
   */
  Optional<List<Integer>> axes(int input) {
    return hasInput(input) ? Optional.of(knownAxes(input)) : attributes.axes("axes");
  }

  /** The results of a graph inside the node. */
  List<Operand> inline(OnnxGraph body, List<Operand> arguments) {
    return graph.inline(body, arguments, scope);
  }

  /** A stored tensor, decoded. */
  Operand decode(OnnxTensor tensor) {
    return new Operand.Known(graph.decode(tensor));
  }

  /** A constant of one element in a scalar. */
  Operand scalar(double value, DType dtype) {
    return new Operand.Known(Tensor.convert(dtype, Shape.of(), value));
  }

  /** Adds an operator with one result, or computes it now if all inputs are known. */
  Operand emit(GraphOperator operator, Operand... operands) {
    return emitAll(operator, List.of(operands)).getFirst();
  }

  /** Adds an operator, or computes it now if all inputs are known. */
  List<Operand> emitAll(GraphOperator operator, List<Operand> operands) {
    return graph.emit(node, operator, operands);
  }

  /** Adds an operator on all inputs of the node. */
  List<Operand> apply(GraphOperator operator) {
    return emitAll(operator, Arrays.asList(allInputs()));
  }

  /** Adds an operator that runs in Java, or runs it now if all inputs are known. */
  List<Operand> call(PlannableOperator operator, List<TensorType> results, Operand... operands) {
    List<TensorType> types = Arrays.stream(operands).map(Operand::type).toList();
    return emitAll(new HostCall(operator, types, results), List.of(operands));
  }

  /** Computes an operator now. */
  List<Operand> evaluate(HostOperator operator, Tensor... tensors) {
    return operator.evaluate(List.of(tensors)).stream()
        .map(tensor -> (Operand) new Operand.Known(tensor))
        .toList();
  }

  /** The error for a use of the operator that is not supported; the import adds the node. */
  UserException refuse(String reason, Object... arguments) {
    return new UserException(reason.formatted(arguments));
  }
}
