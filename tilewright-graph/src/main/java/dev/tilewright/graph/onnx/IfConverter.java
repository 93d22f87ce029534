package dev.tilewright.graph.onnx;

import dev.tilewright.base.Shape;
import dev.tilewright.graph.onnx.format.OnnxGraph;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code If}: the branch that a known condition chooses; else both branches, and for each result
 * the chosen one.
 */
final class IfConverter implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    OnnxGraph then = node.attributes().graph("then_branch");
    OnnxGraph otherwise = node.attributes().graph("else_branch");
    if (node.input(0) instanceof Operand.Known) {
      return node.inline(node.knownInteger(0) != 0 ? then : otherwise, List.of());
    }
    List<Operand> whenTrue = node.inline(then, List.of());
    List<Operand> whenFalse = node.inline(otherwise, List.of());
    if (whenTrue.size() != whenFalse.size()) {
      throw node.refuse(
          "the branches have %d and %d results; expected as many",
          whenTrue.size(), whenFalse.size());
    }
    Formula formula = new Formula(node);
    Operand condition = formula.reshape(node.input(0), Shape.of());
    List<Operand> results = new ArrayList<>();
    for (int i = 0; i < whenTrue.size(); i++) {
      results.add(chosen(formula, condition, whenTrue.get(i), whenFalse.get(i)));
    }
    return results;
  }

  private static Operand chosen(
      Formula formula, Operand condition, Operand whenTrue, Operand whenFalse) {
    if (whenTrue.equals(whenFalse)) {
      return whenTrue;
    }
    if (!whenTrue.type().equals(whenFalse.type())) {
      throw formula
          .node()
          .refuse(
              "the branches give %s and %s, and which depends on the network's input; expected one"
                  + " type, or a condition that is known at compile time",
              whenTrue.type(), whenFalse.type());
    }
    return formula.where(condition, whenTrue, whenFalse);
  }
}
