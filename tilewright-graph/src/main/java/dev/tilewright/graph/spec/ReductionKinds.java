package dev.tilewright.graph.spec;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.graph.ops.ArgReduce;
import dev.tilewright.graph.ops.LayerNorm;
import dev.tilewright.graph.ops.Operator;
import dev.tilewright.graph.ops.Reduce;
import dev.tilewright.graph.ops.ReduceFunction;
import dev.tilewright.graph.ops.Softmax;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Reductions and normalisations. */
final class ReductionKinds {
  private static final List<String> FUNCTIONS = functions();

  static final List<OpKind> KINDS =
      List.of(
          new OpKind(
              "reduce",
              "reduction over one axis",
              List.of(
                  OpParameter.word("op", "sum", "one of " + String.join(", ", FUNCTIONS)),
                  OpParameter.shape("1024x1024", "extents of the input"),
                  OpParameter.axis("1", "the axis that is reduced"),
                  OpParameter.flag("keepdims", false, "whether the axis stays with extent 1"),
                  OpParameter.dtype()),
              ReductionKinds::reduce),
          new OpKind(
              "softmax",
              "softmax along one axis",
              List.of(
                  OpParameter.shape("128x1000", "extents of the input"),
                  OpParameter.axis("-1", "the axis that is normalised"),
                  OpParameter.flag("log", false, "whether the logarithm is taken"),
                  OpParameter.dtype()),
              ReductionKinds::softmax),
          new OpKind(
              "layer_norm",
              "normalisation of the last axis to mean 0 and variance 1",
              List.of(OpParameter.shape("128x768", "extents of the input"), OpParameter.dtype()),
              ReductionKinds::layerNorm));

  private ReductionKinds() {}

  private static List<String> functions() {
    List<String> words =
        new ArrayList<>(Arrays.stream(ReduceFunction.values()).map(ReduceFunction::text).toList());
    words.add("argmax");
    words.add("argmin");
    return List.copyOf(words);
  }

  private static OpDefinition reduce(OpArguments arguments) {
    SpecBuilder builder = new SpecBuilder(arguments);
    Buffer data = builder.input("data", arguments.shape("shape"));
    String word = arguments.oneOf("op", FUNCTIONS);
    int axis = arguments.axis("axis");
    boolean keepDims = arguments.flag("keepdims");
    Operator operator =
        switch (word) {
          case "argmax" -> new ArgReduce(true, axis, keepDims);
          case "argmin" -> new ArgReduce(false, axis, keepDims);
          default ->
              new Reduce(ReduceFunction.values()[FUNCTIONS.indexOf(word)], List.of(axis), keepDims);
        };
    return builder.finish(builder.emit(operator, data));
  }

  private static OpDefinition softmax(OpArguments arguments) {
    SpecBuilder builder = new SpecBuilder(arguments);
    Buffer data = builder.input("data", arguments.shape("shape"));
    return builder.finish(
        builder.emit(new Softmax(arguments.axis("axis"), arguments.flag("log")), data));
  }

  private static OpDefinition layerNorm(OpArguments arguments) {
    SpecBuilder builder = new SpecBuilder(arguments);
    Buffer data = builder.input("data", arguments.shape("shape"));
    long last = data.shape().extent(data.shape().rank() - 1);
    Buffer scale = builder.weight("scale", last);
    Buffer shift = builder.weight("shift", last);
    return builder.finish(builder.emit(new LayerNorm(-1, 1e-5), data, scale, shift));
  }
}
