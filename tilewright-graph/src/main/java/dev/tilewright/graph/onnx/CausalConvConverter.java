package dev.tilewright.graph.onnx;

import dev.tilewright.base.Shape;
import dev.tilewright.graph.ops.Conv;
import dev.tilewright.graph.ops.Full;
import dev.tilewright.graph.ops.Layout;
import dev.tilewright.graph.ops.TensorType;
import dev.tilewright.graph.ops.UnaryFunction;
import dev.tilewright.graph.ops.Window;
import java.util.List;

/**
 * {@code CausalConvWithState}: each channel convolved over the past, of which the elements before
 * the input are a state (zeros at first); the second result is the state for what comes next.
 */
final class CausalConvConverter implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    Shape shape = node.shape(0);
    Shape weight = node.shape(1);
    if (shape.rank() != 3 || weight.rank() != 3) {
      throw node.refuse("input %s and weight %s; expected rank 3", shape, weight);
    }
    long taps = weight.extent(2);
    long channels = shape.extent(1);
    TensorType stateType = TensorType.of(node.type(0).dtype(), shape.extent(0), channels, taps - 1);
    Operand state = node.hasInput(3) ? node.input(3) : node.emit(new Full(stateType, 0));
    if (!state.type().equals(stateType)) {
      throw node.refuse("the state is %s; expected %s", state.type(), stateType);
    }
    Formula formula = new Formula(node);
    Operand padded = taps == 1 ? node.input(0) : formula.concat(2, state, node.input(0));
    Conv conv = new Conv(Window.of(taps), channels, Layout.CHANNELS_FIRST);
    Operand sum =
        node.hasInput(2)
            ? node.emit(conv, padded, node.input(1), node.input(2))
            : node.emit(conv, padded, node.input(1));
    long length = padded.type().extent(2);
    return List.of(
        activated(node, formula, sum), formula.slice(padded, 2, length - taps + 1, length, 1));
  }

  private static Operand activated(ConversionContext node, Formula formula, Operand sum) {
    String activation = node.attributes().string("activation", "none");
    return switch (activation) {
      case "none" -> sum;
      case "silu", "swish" -> formula.unary(UnaryFunction.SWISH, sum);
      default -> throw node.refuse("activation is '%s'; expected none, silu or swish", activation);
    };
  }
}
