package dev.tilewright.graph.onnx;

import dev.tilewright.graph.ops.Binary;
import dev.tilewright.graph.ops.BinaryFunction;
import dev.tilewright.graph.ops.Elu;
import dev.tilewright.graph.ops.Unary;
import dev.tilewright.graph.ops.UnaryFunction;
import dev.tilewright.graph.ops.Where;
import java.util.List;

/** Activations that are formulas of other operators. */
final class ActivationConverters {
  private ActivationConverters() {}

  /** {@code Gelu}, by the error function or, if the model asks for it, by a hyperbolic tangent. */
  static List<Operand> gelu(ConversionContext node) {
    String form = node.attributes().string("approximate", "none");
    return switch (form) {
      case "none" -> node.apply(new Unary(UnaryFunction.GELU));
      case "tanh" -> List.of(geluTanh(node));
      default -> throw node.refuse("approximate is '%s'; expected none or tanh", form);
    };
  }

  /** {@code x / 2 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x^3)))}. */
  private static Operand geluTanh(ConversionContext node) {
    Operand x = node.input(0);
    Operand cube = mul(node, x, mul(node, x, x));
    Operand inner = add(node, x, mul(node, cube, constant(node, 0.044715)));
    Operand scaled = mul(node, inner, constant(node, Math.sqrt(2 / Math.PI)));
    Operand tanh = node.emit(new Unary(UnaryFunction.TANH), scaled);
    Operand half = mul(node, x, constant(node, 0.5));
    return mul(node, half, add(node, tanh, constant(node, 1)));
  }

  /** {@code Swish}: {@code x * sigmoid(alpha * x)}. */
  static List<Operand> swish(ConversionContext node) {
    double alpha = node.attributes().real("alpha", 1);
    if (alpha == 1) {
      return node.apply(new Unary(UnaryFunction.SWISH));
    }
    Operand scaled = mul(node, node.input(0), constant(node, alpha));
    Operand gate = node.emit(new Unary(UnaryFunction.SIGMOID), scaled);
    return List.of(mul(node, node.input(0), gate));
  }

  /** {@code SwiGLU}: {@code a * sigmoid(alpha * a) * b}. */
  static List<Operand> swiGlu(ConversionContext node) {
    return List.of(mul(node, swish(node).getFirst(), node.input(1)));
  }

  /** {@code Celu}: {@code max(0, x) + min(0, alpha * (exp(x / alpha) - 1))}. */
  static List<Operand> celu(ConversionContext node) {
    double alpha = node.attributes().real("alpha", 1);
    Operand scaled = mul(node, node.input(0), constant(node, 1 / alpha));
    Operand curve = node.emit(new Elu(1, 1), scaled);
    return List.of(mul(node, curve, constant(node, alpha)));
  }

  /** {@code ThresholdedRelu}: {@code x > alpha ? x : 0}. */
  static List<Operand> thresholdedRelu(ConversionContext node) {
    Operand alpha = constant(node, node.attributes().real("alpha", 1));
    Operand above = node.emit(new Binary(BinaryFunction.GREATER), node.input(0), alpha);
    return List.of(node.emit(new Where(), above, node.input(0), constant(node, 0)));
  }

  private static Operand constant(ConversionContext node, double value) {
    return node.scalar(value, node.type(0).dtype());
  }

  private static Operand add(ConversionContext node, Operand x, Operand y) {
    return node.emit(new Binary(BinaryFunction.ADD), x, y);
  }

  private static Operand mul(ConversionContext node, Operand x, Operand y) {
    return node.emit(new Binary(BinaryFunction.MUL), x, y);
  }
}
