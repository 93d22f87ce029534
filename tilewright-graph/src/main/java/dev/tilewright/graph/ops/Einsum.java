package dev.tilewright.graph.ops;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Combiner;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.te.DagBuilder;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Sums of products of tensors over common indices, as in {@code bij,bjk->bik}: each input has a
 * label a dimension, and the product is summed over the labels that the result does not have. A
 * label that an input has twice takes its diagonal.
 *
 * @param inputs the labels of each input's dimensions
 * @param result the labels of the result's dimensions, each once
 */
public record Einsum(List<List<Integer>> inputs, List<Integer> result) implements Operator {
  /** A label of a dimension that broadcasts, which an ellipsis stands for, is at least this. */
  public static final int ELLIPSIS = 1 << 20;

  public Einsum {
    inputs = inputs.stream().map(List::copyOf).toList();
    result = List.copyOf(result);
  }

  @Override
  public String name() {
    return "einsum";
  }

  @Override
  public String stageName() {
    return "T_einsum";
  }

  @Override
  public List<TensorType> inferTypes(List<TensorType> types) {
    Operands operands = new Operands(this, types).requireCount(inputs.size()).requireOneType();
    operands.require(!operands.dtype().isBool(), "no sums of bool");
    Map<Integer, Long> extents = extents(operands);
    operands.require(
        result.stream().distinct().count() == result.size(), "the result has a label twice");
    operands.require(
        extents.keySet().containsAll(result), "the result has a label that no input has");
    return List.of(
        new TensorType(operands.dtype(), Shape.of(result.stream().map(extents::get).toList())));
  }

  /** The extent of each label. */
  private Map<Integer, Long> extents(Operands operands) {
    Map<Integer, Long> extents = new TreeMap<>();
    for (int input = 0; input < inputs.size(); input++) {
      operands.requireRank(input, inputs.get(input).size());
      for (int d = 0; d < inputs.get(input).size(); d++) {
        int label = inputs.get(input).get(d);
        long extent = operands.get(input).extent(d);
        long known = extents.getOrDefault(label, extent);
        boolean broadcasts = extent == 1 || known == 1;
        operands.require(
            extent == known || broadcasts,
            "dimension %d of input %d has extent %d; expected %d",
            d,
            input,
            extent,
            known);
        extents.put(label, known == 1 ? extent : known);
      }
    }
    return extents;
  }

  @Override
  public List<Buffer> emit(DagBuilder te, String name, List<Buffer> buffers) {
    Operands operands = new Operands(this, TensorType.of(buffers));
    TensorType type = inferTypes(operands.types()).getFirst();
    Map<Integer, Long> extents = extents(operands);
    List<Integer> summed =
        extents.keySet().stream().filter(label -> !result.contains(label)).toList();
    if (summed.isEmpty()) {
      return List.of(
          te.compute(
              name, type.shape(), i -> product(buffers, extents, i, List.of(), type.dtype(), i)));
    }
    DType wide = Accumulation.typeFor(type.dtype());
    Buffer sum =
        te.reduce(
            name,
            names("ax", result.size()),
            type.shape(),
            names("k", summed.size()),
            Shape.of(summed.stream().map(extents::get).toList()),
            Combiner.sum(type.dtype().isFloat() ? wide : type.dtype()),
            (i, k) ->
                product(
                    buffers, extents, i, summed, type.dtype().isFloat() ? wide : type.dtype(), k));
    return List.of(Accumulation.convert(te, sum, type.dtype()));
  }

  private Expr product(
      List<Buffer> buffers,
      Map<Integer, Long> extents,
      Index[] position,
      List<Integer> summed,
      DType dtype,
      Index[] reduced) {
    Expr product = null;
    for (int input = 0; input < buffers.size(); input++) {
      Index[] at = new Index[inputs.get(input).size()];
      for (int d = 0; d < at.length; d++) {
        int label = inputs.get(input).get(d);
        boolean repeated = buffers.get(input).shape().extent(d) == 1 && extents.get(label) != 1;
        int place = result.indexOf(label);
        Index own = place >= 0 ? position[place] : reduced[summed.indexOf(label)];
        at[d] = repeated ? Index.ZERO : own;
      }
      Expr factor = Expr.cast(buffers.get(input).at(at), dtype);
      product = input == 0 ? factor : Expr.mul(product, factor);
    }
    return product;
  }

  private static List<String> names(String prefix, int count) {
    return IntStream.range(0, count).mapToObj(number -> prefix + number).toList();
  }
}
