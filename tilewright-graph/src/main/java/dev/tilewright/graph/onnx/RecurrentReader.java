package dev.tilewright.graph.onnx;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.graph.ops.Full;
import dev.tilewright.graph.ops.TensorType;
import dev.tilewright.runtime.host.RecurrentLayer;
import java.util.ArrayList;
import java.util.List;

/** One recurrent node: its operands by direction. */
final class RecurrentReader {
  private final ConversionContext node;
  private final RecurrentLayer.Kind kind;
  private final Formula formula;
  private final boolean batchFirst;
  private final Operand input;
  private final long length;
  private final long sequences;
  private final long hidden;

  RecurrentReader(ConversionContext node, RecurrentLayer.Kind kind) {
    this.node = node;
    this.kind = kind;
    this.formula = new Formula(node);
    this.batchFirst = node.attributes().flag("layout", false);
    if (node.type(0).rank() != 3 || node.type(1).rank() != 3 || node.type(2).rank() != 3) {
      throw node.refuse(
          "input %s, weights %s, recurrent weights %s; expected rank 3",
          node.type(0), node.type(1), node.type(2));
    }
    Operand wide = formula.cast(node.input(0), DType.FLOAT32);
    this.input = batchFirst ? formula.transpose(wide, 1, 0, 2) : wide;
    this.length = input.type().extent(0);
    this.sequences = input.type().extent(1);
    this.hidden = node.shape(2).extent(2);
  }

  List<Operand> convert() {
    String direction = node.attributes().string("direction", "forward");
    List<Boolean> backwards =
        switch (direction) {
          case "forward" -> List.of(false);
          case "reverse" -> List.of(true);
          case "bidirectional" -> List.of(false, true);
          default ->
              throw node.refuse(
                  "direction is '%s'; expected forward, reverse or bidirectional", direction);
        };
    if (node.shape(1).extent(0) != backwards.size()) {
      throw node.refuse(
          "the weights are %s; expected %d directions", node.type(1), backwards.size());
    }
    List<List<Operand>> results = new ArrayList<>();
    for (int number = 0; number < backwards.size(); number++) {
      results.add(direction(number, backwards.get(number)));
    }
    DType dtype = node.type(0).dtype();
    List<Operand> outputs = new ArrayList<>();
    for (int result = 0; result < (kind == RecurrentLayer.Kind.LSTM ? 3 : 2); result++) {
      int which = result;
      Operand[] parts =
          results.stream()
              .map(each -> each.get(which))
              .map(each -> directed(each, which == 0))
              .toArray(Operand[]::new);
      Operand all = formula.concat(which == 0 ? 1 : 0, parts);
      outputs.add(formula.cast(batchFirst ? batched(all, which == 0) : all, dtype));
    }
    return outputs;
  }

  /** With a dimension for the direction. */
  private Operand directed(Operand result, boolean positions) {
    return positions
        ? formula.reshape(result, length, 1, sequences, hidden)
        : formula.reshape(result, 1, sequences, hidden);
  }

  private Operand batched(Operand result, boolean positions) {
    return positions ? formula.transpose(result, 2, 0, 1, 3) : formula.transpose(result, 1, 0, 2);
  }

  private List<Operand> direction(int number, boolean backward) {
    long width = kind.gates() * hidden;
    Operand weights = slice(1, number, Shape.of(width, input.type().extent(2)));
    Operand recurrent = slice(2, number, Shape.of(width, hidden));
    Operand bias = node.hasInput(3) ? slice(3, number, Shape.of(2 * width)) : zeros(2 * width);
    Operand products = formula.matmul(input, formula.transpose(weights, 1, 0));
    Operand sums = formula.add(products, formula.slice(bias, 0, 0, width, 1));
    Operand peepholes =
        kind == RecurrentLayer.Kind.LSTM && node.hasInput(7)
            ? slice(7, number, Shape.of(3 * hidden))
            : zeros(3 * hidden);
    TensorType state = TensorType.of(DType.FLOAT32, sequences, hidden);
    RecurrentLayer layer =
        new RecurrentLayer(
            kind,
            backward,
            RecurrentActivations.of(node, kind, number),
            (float) node.attributes().real("clip", Double.POSITIVE_INFINITY),
            option());
    return node.call(
        layer,
        List.of(TensorType.of(DType.FLOAT32, length, sequences, hidden), state, state),
        sums,
        formula.transpose(recurrent, 1, 0),
        formula.slice(bias, 0, width, 2 * width, 1),
        peepholes,
        state(5, number),
        kind == RecurrentLayer.Kind.LSTM ? state(6, number) : zeros(sequences, hidden),
        lengths());
  }

  private boolean option() {
    return switch (kind) {
      case RNN -> false;
      case GRU -> node.attributes().flag("linear_before_reset", false);
      case LSTM -> node.attributes().flag("input_forget", false);
    };
  }

  private Operand state(int which, int number) {
    if (!node.hasInput(which)) {
      return zeros(sequences, hidden);
    }
    if (!batchFirst) {
      return slice(which, number, Shape.of(sequences, hidden));
    }
    Operand given = formula.cast(node.input(which), DType.FLOAT32);
    Operand part = formula.slice(given, 1, number, number + 1L, 1);
    return formula.reshape(part, sequences, hidden);
  }

  private Operand lengths() {
    return node.hasInput(4)
        ? node.input(4)
        : node.emit(new Full(TensorType.of(DType.INT32, sequences), length));
  }

  /** The part of an input that belongs to a direction. */
  private Operand slice(int which, int number, Shape shape) {
    Operand given = formula.cast(node.input(which), DType.FLOAT32);
    Operand part = formula.slice(given, 0, number, number + 1L, 1);
    if (part.type().shape().elements() != shape.elements()) {
      throw node.refuse("input %d is %s; expected %s a direction", which, node.type(which), shape);
    }
    return formula.reshape(part, shape);
  }

  private Operand zeros(long... extents) {
    return node.emit(new Full(TensorType.of(DType.FLOAT32, extents), 0));
  }
}
