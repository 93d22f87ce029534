package dev.tilewright.graph.spec;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.te.DagBuilder;
import dev.tilewright.graph.ops.Operator;
import dev.tilewright.graph.ops.Unary;
import dev.tilewright.graph.ops.UnaryFunction;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Builds what a specification means: named inputs, one operator, an activation. */
final class SpecBuilder {
  private static final List<UnaryFunction> ACTIVATIONS =
      List.of(
          UnaryFunction.RELU,
          UnaryFunction.TANH,
          UnaryFunction.SIGMOID,
          UnaryFunction.GELU,
          UnaryFunction.HARD_SWISH,
          UnaryFunction.SWISH);
  private static final List<String> ACTIVATION_WORDS =
      Stream.concat(Stream.of("none"), ACTIVATIONS.stream().map(UnaryFunction::text)).toList();

  private final DagBuilder te = new DagBuilder();
  private final OpArguments arguments;
  private final List<OpDefinition.Application> applications = new ArrayList<>();

  SpecBuilder(OpArguments arguments) {
    this.arguments = arguments;
  }

  /** The key of the activation that {@link #finish} applies. */
  static OpParameter activation() {
    return OpParameter.word("act", "none", "activation: " + String.join(", ", ACTIVATION_WORDS));
  }

  /** An input that is filled at run time. */
  Buffer input(String name, long... extents) {
    return te.placeholder(name, arguments.dtype(), extents);
  }

  Buffer input(String name, Shape shape) {
    return input(name, shape.toArray());
  }

  /** An input that is known at compile time. */
  Buffer weight(String name, long... extents) {
    return te.constant(name, arguments.dtype(), extents);
  }

  Buffer weight(String name, DType dtype, long... extents) {
    return te.constant(name, dtype, extents);
  }

  /** The first result of an operator. */
  Buffer emit(Operator operator, Buffer... inputs) {
    List<Buffer> outputs = operator.emit(te, List.of(inputs));
    applications.add(new OpDefinition.Application(operator, List.of(inputs), outputs));
    return outputs.getFirst();
  }

  /** The definition of a result after the activation that the key {@code act} names. */
  OpDefinition finishActivated(Buffer result) {
    String word = arguments.oneOf("act", ACTIVATION_WORDS);
    Buffer activated = result;
    for (UnaryFunction function : ACTIVATIONS) {
      if (function.text().equals(word)) {
        activated = emit(new Unary(function), result);
      }
    }
    return finish(activated);
  }

  OpDefinition finish(Buffer result) {
    return new OpDefinition(te.build(result), applications);
  }
}
