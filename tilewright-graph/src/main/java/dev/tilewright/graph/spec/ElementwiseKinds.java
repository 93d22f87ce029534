package dev.tilewright.graph.spec;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.graph.ops.Binary;
import dev.tilewright.graph.ops.BinaryFunction;
import dev.tilewright.graph.ops.Transpose;
import dev.tilewright.graph.ops.Unary;
import dev.tilewright.graph.ops.UnaryFunction;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Functions of single elements, and transposition. */
final class ElementwiseKinds {
  private static final List<UnaryFunction> UNARY =
      List.of(
          UnaryFunction.RELU,
          UnaryFunction.SIGMOID,
          UnaryFunction.TANH,
          UnaryFunction.EXP,
          UnaryFunction.LOG,
          UnaryFunction.SQRT,
          UnaryFunction.ERF,
          UnaryFunction.GELU);
  private static final List<BinaryFunction> BINARY =
      List.of(
          BinaryFunction.ADD,
          BinaryFunction.SUB,
          BinaryFunction.MUL,
          BinaryFunction.DIV,
          BinaryFunction.MIN,
          BinaryFunction.MAX);

  static final List<OpKind> KINDS =
      Stream.of(
              BINARY.stream().map(ElementwiseKinds::binary),
              UNARY.stream().map(ElementwiseKinds::unary),
              Stream.of(transpose()))
          .flatMap(kinds -> kinds)
          .toList();

  private ElementwiseKinds() {}

  private static OpKind unary(UnaryFunction function) {
    return new OpKind(
        function.text(),
        function.text() + " of each element",
        List.of(shape(), OpParameter.dtype()),
        arguments -> {
          SpecBuilder builder = new SpecBuilder(arguments);
          Buffer x = builder.input("x", arguments.shape("shape"));
          return builder.finish(builder.emit(new Unary(function), x));
        });
  }

  private static OpKind binary(BinaryFunction function) {
    return new OpKind(
        function.text(),
        function.text() + " of the elements of two tensors",
        List.of(shape(), OpParameter.dtype()),
        arguments -> {
          SpecBuilder builder = new SpecBuilder(arguments);
          Buffer x = builder.input("x", arguments.shape("shape"));
          Buffer y = builder.input("y", arguments.shape("shape"));
          return builder.finish(builder.emit(new Binary(function), x, y));
        });
  }

  private static OpKind transpose() {
    return new OpKind(
        "transpose",
        "the dimensions in reverse order",
        List.of(OpParameter.shape("1024x1024", "extents of the input"), OpParameter.dtype()),
        ElementwiseKinds::transposed);
  }

  private static OpDefinition transposed(OpArguments arguments) {
    SpecBuilder builder = new SpecBuilder(arguments);
    Buffer x = builder.input("x", arguments.shape("shape"));
    List<Integer> order = IntStream.range(0, x.shape().rank()).boxed().toList().reversed();
    return builder.finish(builder.emit(new Transpose(order), x));
  }

  private static OpParameter shape() {
    return OpParameter.shape("1024", "extents of the inputs");
  }
}
