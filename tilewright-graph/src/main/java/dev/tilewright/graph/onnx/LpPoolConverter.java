package dev.tilewright.graph.onnx;

import dev.tilewright.graph.ops.Layout;
import dev.tilewright.graph.ops.Pool;
import dev.tilewright.graph.ops.Power;
import dev.tilewright.graph.ops.ReduceFunction;
import dev.tilewright.graph.ops.UnaryFunction;
import dev.tilewright.graph.ops.Window;
import java.util.List;
import java.util.stream.IntStream;

/** {@code LpPool} and {@code GlobalLpPool}: the p-norm of each window, padding being zeros. */
record LpPoolConverter(boolean global) implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    double p =
        node.opset() < 2 ? node.attributes().real("p", 2) : node.attributes().integer("p", 2);
    Formula formula = new Formula(node);
    Operand size = formula.unary(UnaryFunction.ABS, node.input(0));
    Operand powers = p == 1 ? size : node.emit(new Power(p), size);
    Operand sums = global ? globalSums(formula, powers) : windowSums(node, powers);
    return List.of(p == 1 ? sums : node.emit(new Power(1 / p), sums));
  }

  private static Operand globalSums(Formula formula, Operand powers) {
    List<Integer> axes = IntStream.range(2, powers.type().rank()).boxed().toList();
    return formula.reduce(ReduceFunction.SUM, powers, axes, true);
  }

  private static Operand windowSums(ConversionContext node, Operand powers) {
    Window window = WindowReader.read(node, PoolConverter.kernel(node), node.shape(0));
    boolean roundUp = node.attributes().flag("ceil_mode", false);
    return node.emit(new Pool(Pool.Kind.SUM, window, roundUp, Layout.CHANNELS_FIRST), powers);
  }
}
