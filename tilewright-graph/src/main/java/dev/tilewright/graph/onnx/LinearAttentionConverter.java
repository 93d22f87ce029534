package dev.tilewright.graph.onnx;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.graph.ops.Full;
import dev.tilewright.graph.ops.TensorType;
import dev.tilewright.runtime.host.LinearAttention;
import java.util.List;

/** {@code LinearAttention}, computed in float32. */
final class LinearAttentionConverter implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    String rule = node.attributes().string("update_rule", "gated_delta");
    boolean decays = rule.startsWith("gated");
    boolean corrects = rule.endsWith("delta");
    if (!List.of("linear", "gated", "delta", "gated_delta").contains(rule)
        || node.hasInput(4) != decays
        || node.hasInput(5) != corrects) {
      throw node.refuse(
          "update_rule is '%s' %s decay and %s beta; expected linear, gated (with decay), delta"
              + " (with beta) or gated_delta (with both)",
          rule, node.hasInput(4) ? "with" : "without", node.hasInput(5) ? "with" : "without");
    }
    Formula formula = new Formula(node);
    long heads = node.attributes().integer("kv_num_heads", 0);
    long queryHeads = node.attributes().integer("q_num_heads", 0);
    if (heads < 1 || queryHeads < 1 || queryHeads % heads != 0) {
      throw node.refuse("%d query heads, %d key heads; expected a multiple", queryHeads, heads);
    }
    Operand query = split(formula, 0, queryHeads);
    Operand key = split(formula, 1, heads);
    Operand value = split(formula, 2, heads);
    TensorType keys = key.type();
    long given = value.type().extent(3);
    Shape stateShape = Shape.of(keys.extent(0), heads, keys.extent(3), given);
    Operand state =
        node.hasInput(3)
            ? formula.cast(node.input(3), DType.FLOAT32)
            : node.emit(new Full(new TensorType(DType.FLOAT32, stateShape), 0));
    if (!state.type().shape().equals(stateShape)
        || query.type().extent(3) != keys.extent(3)
        || query.type().extent(1) != keys.extent(1)
        || value.type().extent(1) != keys.extent(1)) {
      throw node.refuse(
          "query %s, key %s, value %s, state %s do not fit",
          query.type(), keys, value.type(), state.type());
    }
    double scale = node.attributes().real("scale", 0);
    LinearAttention attention =
        new LinearAttention(scale == 0 ? 1 / Math.sqrt(keys.extent(3)) : scale, corrects);
    Shape result = Shape.of(keys.extent(0), keys.extent(1), queryHeads, given);
    List<Operand> results =
        node.call(
            attention,
            List.of(new TensorType(DType.FLOAT32, result), state.type()),
            query,
            key,
            value,
            state,
            decay(node, formula, keys),
            rate(node, formula, keys));
    Operand packed =
        formula.reshape(results.get(0), keys.extent(0), keys.extent(1), queryHeads * given);
    DType stateType = node.hasInput(3) ? node.type(3).dtype() : node.type(0).dtype();
    return List.of(
        formula.cast(packed, node.type(0).dtype()), formula.cast(results.get(1), stateType));
  }

  private static Operand split(Formula formula, int input, long heads) {
    Operand given = formula.cast(formula.node().input(input), DType.FLOAT32);
    TensorType type = given.type();
    if (type.rank() != 3 || type.extent(2) % heads != 0) {
      throw formula.node().refuse("input %d is %s; expected rows of %d heads", input, type, heads);
    }
    return formula.reshape(given, type.extent(0), type.extent(1), heads, type.extent(2) / heads);
  }

  /** A logarithm for each element of a key, from one of each head if need be; 0 keeps all. */
  private static Operand decay(ConversionContext node, Formula formula, TensorType keys) {
    if (!node.hasInput(4)) {
      return node.emit(new Full(keys, 0));
    }
    Operand given = formula.cast(node.input(4), DType.FLOAT32);
    boolean perHead = given.type().shape().elements() * keys.extent(3) == keys.shape().elements();
    Operand heads =
        formula.reshape(
            given, keys.extent(0), keys.extent(1), keys.extent(2), perHead ? 1 : keys.extent(3));
    return formula.expand(heads, keys.shape());
  }

  /** A factor of each head. */
  private static Operand rate(ConversionContext node, Formula formula, TensorType keys) {
    Shape shape = Shape.of(keys.extent(0), keys.extent(1), keys.extent(2));
    return node.hasInput(5)
        ? formula.expand(formula.cast(node.input(5), DType.FLOAT32), shape)
        : node.emit(new Full(new TensorType(DType.FLOAT32, shape), 1));
  }
}
