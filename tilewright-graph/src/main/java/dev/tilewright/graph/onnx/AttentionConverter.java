package dev.tilewright.graph.onnx;

import dev.tilewright.base.DType;
import dev.tilewright.graph.ops.BinaryFunction;
import dev.tilewright.graph.ops.ReduceFunction;
import dev.tilewright.graph.ops.Softmax;
import dev.tilewright.graph.ops.UnaryFunction;
import java.util.List;
import java.util.Optional;

/**
 * {@code Attention}: softmax of the products of queries and keys, with a mask, times the values.
 * Key and value heads may be shared by several query heads, and keys and values of the past may
 * come before those given.
 */
final class AttentionConverter implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    Formula formula = new Formula(node);
    AttentionHeads heads = AttentionHeads.of(node, formula);
    Operand product = scores(node, formula, heads);
    double cap = node.attributes().real("softcap", 0);
    Operand capped = cap > 0 ? capped(formula, product, cap) : product;
    Optional<Operand> bias = new AttentionMask(formula, heads).bias();
    Operand biased = bias.map(mask -> formula.add(capped, mask)).orElse(capped);
    Operand weights = softmax(node, formula, biased, bias);
    Operand result =
        formula.matmul(
            weights, heads.grouped(formula.cast(heads.values(), weights.type().dtype())));
    Operand output = heads.joined(formula.cast(heads.ungrouped(result), node.type(0).dtype()));
    return List.of(
        output,
        heads.keys(),
        heads.values(),
        heads.ungrouped(exposed(node, formula, product, capped, biased, weights)));
  }

  /** {@code (q * sqrt(scale)) * (k * sqrt(scale))^T}, which does not overflow where q * k would. */
  private static Operand scores(ConversionContext node, Formula formula, AttentionHeads heads) {
    double scale =
        node.attributes().has("scale")
            ? node.attributes().real("scale", 1)
            : 1 / Math.sqrt(heads.queries().type().extent(3));
    double root = Math.sqrt(scale);
    Operand queries = formula.mul(heads.grouped(heads.queries()), root);
    Operand keys = formula.mul(heads.grouped(heads.keys()), root);
    return formula.matmul(queries, heads.transposed(keys));
  }

  private static Operand capped(Formula formula, Operand product, double cap) {
    Operand small = formula.mul(product, 1 / cap);
    return formula.mul(formula.unary(UnaryFunction.TANH, small), cap);
  }

  /** Rows without any key that may be seen are zeros. */
  private static Operand softmax(
      ConversionContext node, Formula formula, Operand biased, Optional<Operand> bias) {
    DType dtype = biased.type().dtype();
    DType precision =
        node.attributes().has("softmax_precision")
            ? OnnxElementType.parse(
                node.attributes().integer("softmax_precision", 1), "attribute softmax_precision")
            : dtype;
    Operand weights = node.emit(new Softmax(-1, false), formula.cast(biased, precision));
    if (bias.isEmpty()) {
      return weights;
    }
    int last = bias.get().type().rank() - 1;
    Operand best = formula.reduce(ReduceFunction.MAX, bias.get(), List.of(last), true);
    Operand none =
        formula.binary(BinaryFunction.EQUAL, best, formula.like(best, Double.NEGATIVE_INFINITY));
    return formula.where(none, formula.like(weights, 0), weights);
  }

  /** What the fourth result shows. */
  private static Operand exposed(
      ConversionContext node,
      Formula formula,
      Operand product,
      Operand capped,
      Operand biased,
      Operand weights) {
    long mode = node.attributes().integer("qk_matmul_output_mode", 0);
    Operand shown =
        switch ((int) Math.clamp(mode, -1, 4)) {
          case 0 -> product;
          case 1 -> capped;
          case 2 -> biased;
          case 3 -> weights;
          default -> throw node.refuse("qk_matmul_output_mode is %d; expected 0 to 3", mode);
        };
    return formula.cast(shown, node.type(0).dtype());
  }
}
