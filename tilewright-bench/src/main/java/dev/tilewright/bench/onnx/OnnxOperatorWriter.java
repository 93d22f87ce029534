package dev.tilewright.bench.onnx;

import dev.tilewright.base.UserException;
import dev.tilewright.graph.ir.Node;
import dev.tilewright.graph.ops.BatchNorm;
import dev.tilewright.graph.ops.Binary;
import dev.tilewright.graph.ops.BinaryFunction;
import dev.tilewright.graph.ops.Clip;
import dev.tilewright.graph.ops.Concat;
import dev.tilewright.graph.ops.Conv;
import dev.tilewright.graph.ops.Gemm;
import dev.tilewright.graph.ops.GlobalPool;
import dev.tilewright.graph.ops.GraphOperator;
import dev.tilewright.graph.ops.HostCall;
import dev.tilewright.graph.ops.LayerNorm;
import dev.tilewright.graph.ops.Layout;
import dev.tilewright.graph.ops.MatMul;
import dev.tilewright.graph.ops.Pool;
import dev.tilewright.graph.ops.Reduce;
import dev.tilewright.graph.ops.Softmax;
import dev.tilewright.graph.ops.Transpose;
import dev.tilewright.graph.ops.Unary;
import dev.tilewright.graph.ops.UnaryFunction;
import dev.tilewright.graph.ops.ViewOperator;
import dev.tilewright.graph.ops.Window;
import dev.tilewright.runtime.host.IndexCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Writes one node of our graph as one or a few ONNX nodes. */
final class OnnxOperatorWriter {
  private final OnnxExporter out;

  OnnxOperatorWriter(OnnxExporter out) {
    this.out = out;
  }

  void write(Node node) {
    List<String> in = node.inputs().stream().map(out::nameOf).toList();
    GraphOperator operator = node.operator();
    switch (operator) {
      case Conv conv -> convolution(node, conv, in);
      case Pool pool -> pooling(node, pool, in);
      case GlobalPool pool -> globalPool(node, pool, in);
      case BatchNorm norm -> batchNorm(node, norm, in);
      case Gemm gemm -> gemm(node, gemm, in);
      case ViewOperator view -> {
        List<Long> shape = LongStream.of(node.output().type().shape().toArray()).boxed().toList();
        emit(node, "Reshape", List.of(in.getFirst(), out.integers(shape)), attributes());
      }
      case Softmax softmax -> {
        String type = softmax.logarithm() ? "LogSoftmax" : "Softmax";
        emit(node, type, in, attributes().integer("axis", softmax.axis()));
      }
      case Transpose transpose ->
          emit(node, "Transpose", in, attributes().integers("perm", transpose.order()));
      case Concat concat -> emit(node, "Concat", in, attributes().integer("axis", concat.axis()));
      case Clip clip -> clip(node, clip, in);
      case Reduce reduce -> reduce(node, reduce, in);
      case LayerNorm norm ->
          emit(
              node,
              "LayerNormalization",
              in,
              attributes().integer("axis", norm.axis()).real("epsilon", norm.epsilon()));
      default -> emit(node, plainType(operator), in, attributes());
    }
  }

  private static String plainType(GraphOperator operator) {
    Optional<String> type =
        switch (operator) {
          // ONNX Runtime checks positions itself.
          case HostCall call when call.operator() instanceof IndexCheck -> Optional.of("Identity");
          case Unary(UnaryFunction function) -> unaryType(function);
          case Binary(BinaryFunction function) -> binaryType(function);
          case MatMul matMul -> Optional.of("MatMul");
          default -> Optional.empty();
        };
    return type.orElseThrow(
        () ->
            new UserException(
                "export to ONNX: operator %s has no ONNX form here; compare a network without it"
                    .formatted(operator.name())));
  }

  private static Optional<String> unaryType(UnaryFunction function) {
    return switch (function) {
      case RELU, SIGMOID, TANH, EXP, LOG, SQRT, RECIPROCAL, ABS, NEG, SIGN, ERF, FLOOR, CEIL ->
          Optional.of(capitalized(function.text()));
      case ROUND, NOT, SIN, COS, TAN, ASIN, ACOS, ATAN, SINH, COSH, ASINH, ACOSH, ATANH ->
          Optional.of(capitalized(function.text()));
      case SOFTPLUS, SOFTSIGN -> Optional.of(capitalized(function.text()));
      case HARD_SWISH -> Optional.of("HardSwish");
      case MISH -> Optional.of("Mish");
      case BITWISE_NOT -> Optional.of("BitwiseNot");
      case SWISH, GELU, IS_NAN, IS_INF -> Optional.empty();
    };
  }

  private static Optional<String> binaryType(BinaryFunction function) {
    return switch (function) {
      case ADD, SUB, MUL, DIV, POW, MIN, MAX, EQUAL, LESS, GREATER, AND, OR, XOR ->
          Optional.of(capitalized(function.text()));
      case LESS_EQUAL -> Optional.of("LessOrEqual");
      case GREATER_EQUAL -> Optional.of("GreaterOrEqual");
      case PRELU -> Optional.of("PRelu");
      case MOD -> Optional.of("Mod");
      case NOT_EQUAL, FMOD, SHIFT_LEFT, SHIFT_RIGHT -> Optional.empty();
    };
  }

  private void convolution(Node node, Conv conv, List<String> in) {
    Layout layout = conv.layout();
    List<String> operands = new ArrayList<>(in);
    operands.set(0, toChannelsFirst(layout, in.getFirst(), conv.window().rank()));
    if (layout == Layout.CHANNELS_LAST) {
      operands.set(1, weightToChannelsFirst(in.get(1), conv.window().rank()));
    }
    OnnxAttributeWriter attributes = window(conv.window()).integer("group", conv.groups());
    emitImage(node, "Conv", layout, operands, attributes);
  }

  private void pooling(Node node, Pool pool, List<String> in) {
    String data = toChannelsFirst(pool.layout(), in.getFirst(), pool.window().rank());
    OnnxAttributeWriter attributes =
        window(pool.window()).integer("ceil_mode", pool.roundUp() ? 1 : 0);
    if (pool.kind() == Pool.Kind.MAX) {
      emitImage(node, "MaxPool", pool.layout(), List.of(data), attributes);
      return;
    }
    boolean padded = pool.kind() == Pool.Kind.AVERAGE_WITH_PADDING;
    OnnxAttributeWriter average = poolWindow(pool.window());
    average.integer("ceil_mode", pool.roundUp() ? 1 : 0);
    average.integer("count_include_pad", padded ? 1 : 0);
    emitImage(node, "AveragePool", pool.layout(), List.of(data), average);
  }

  private void globalPool(Node node, GlobalPool pool, List<String> in) {
    int rank = node.inputs().getFirst().type().rank() - 2;
    String data = toChannelsFirst(pool.layout(), in.getFirst(), rank);
    String type = pool.largest() ? "GlobalMaxPool" : "GlobalAveragePool";
    emitImage(node, type, pool.layout(), List.of(data), attributes());
  }

  private void batchNorm(Node node, BatchNorm norm, List<String> in) {
    int rank = node.inputs().getFirst().type().rank() - 2;
    List<String> operands = new ArrayList<>(in);
    operands.set(0, toChannelsFirst(norm.layout(), in.getFirst(), rank));
    OnnxAttributeWriter attributes = attributes().real("epsilon", norm.epsilon());
    emitImage(node, "BatchNormalization", norm.layout(), operands, attributes);
  }

  private void gemm(Node node, Gemm gemm, List<String> in) {
    OnnxAttributeWriter attributes =
        attributes()
            .real("alpha", gemm.alpha())
            .real("beta", gemm.beta())
            .integer("transA", gemm.transposeA() ? 1 : 0)
            .integer("transB", gemm.transposeB() ? 1 : 0);
    emit(node, "Gemm", in, attributes);
  }

  private void clip(Node node, Clip clip, List<String> in) {
    var dtype = node.output().type().dtype();
    List<String> operands =
        List.of(in.getFirst(), out.scalar(dtype, clip.low()), out.scalar(dtype, clip.high()));
    emit(node, "Clip", operands, attributes());
  }

  private void reduce(Node node, Reduce reduce, List<String> in) {
    OnnxAttributeWriter attributes = attributes().integer("keepdims", reduce.keepDims() ? 1 : 0);
    String function = reduce.function().text();
    switch (reduce.function()) {
      case SUM ->
          emit(node, "ReduceSum", List.of(in.getFirst(), out.integers(reduce.axes())), attributes);
      default ->
          emit(
              node,
              "Reduce" + capitalized(function),
              in,
              attributes.integers("axes", reduce.axes()));
    }
  }

  private void emit(Node node, String opType, List<String> inputs, OnnxAttributeWriter attributes) {
    out.add(opType, inputs, List.of(out.nameOf(node.output())), attributes);
  }

  /** Emits an operator on channels-first images and brings its result into the node's layout. */
  private void emitImage(
      Node node,
      String opType,
      Layout layout,
      List<String> inputs,
      OnnxAttributeWriter attributes) {
    if (layout == Layout.CHANNELS_FIRST) {
      emit(node, opType, inputs, attributes);
      return;
    }
    int spatialRank = node.output().type().rank() - 2;
    List<Integer> order = new ArrayList<>(List.of(0));
    IntStream.range(0, spatialRank).forEach(d -> order.add(d + 2));
    order.add(1);
    String result = out.add(opType, inputs, attributes);
    emit(node, "Transpose", List.of(result), attributes().integers("perm", order));
  }

  private String toChannelsFirst(Layout layout, String data, int spatialRank) {
    if (layout == Layout.CHANNELS_FIRST) {
      return data;
    }
    List<Integer> order = new ArrayList<>(List.of(0, spatialRank + 1));
    IntStream.range(0, spatialRank).forEach(d -> order.add(d + 1));
    return out.add("Transpose", List.of(data), attributes().integers("perm", order));
  }

  private String weightToChannelsFirst(String weight, int spatialRank) {
    List<Integer> order = new ArrayList<>(List.of(spatialRank + 1, spatialRank));
    IntStream.range(0, spatialRank).forEach(order::add);
    return out.add("Transpose", List.of(weight), attributes().integers("perm", order));
  }

  private static OnnxAttributeWriter window(Window window) {
    return poolWindow(window).integers("dilations", window.dilations());
  }

  private static OnnxAttributeWriter poolWindow(Window window) {
    List<Long> pads = new ArrayList<>(window.padBegin());
    pads.addAll(window.padEnd());
    return attributes()
        .integers("kernel_shape", window.kernel())
        .integers("strides", window.strides())
        .integers("pads", pads);
  }

  private static OnnxAttributeWriter attributes() {
    return new OnnxAttributeWriter();
  }

  private static String capitalized(String text) {
    return Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }
}
