package dev.tilewright.graph.onnx;

import dev.tilewright.base.DType;
import dev.tilewright.graph.ops.BinaryFunction;
import dev.tilewright.graph.ops.Pad;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What is added to the scores of an attention: the given mask, and minus infinity at the keys that
 * a query must not see. Positions of queries count from the past's end.
 */
record AttentionMask(Formula formula, AttentionHeads heads) {
  /** The sum, batch × head × query × key, grouped as the scores are; empty if all is seen. */
  Optional<Operand> bias() {
    ConversionContext node = formula.node();
    List<Operand> conditions = conditions(node);
    Optional<Operand> added = Optional.empty();
    if (node.hasInput(3)) {
      Operand mask = fourDimensions(node, node.input(3));
      if (mask.type().dtype().isBool()) {
        conditions.add(padded(node, mask, 0));
      } else {
        Operand values = formula.cast(mask, dtype());
        added = Optional.of(padded(node, values, Double.NEGATIVE_INFINITY));
      }
    }
    Optional<Operand> allowed =
        conditions.stream().reduce((x, y) -> formula.binary(BinaryFunction.AND, x, y));
    if (allowed.isEmpty()) {
      return added.map(heads::grouped);
    }
    Operand base = added.orElse(node.scalar(0, dtype()));
    Operand never = node.scalar(Double.NEGATIVE_INFINITY, dtype());
    return Optional.of(heads.grouped(formula.where(allowed.get(), base, never)));
  }

  private DType dtype() {
    return heads.queries().type().dtype();
  }

  /** Each bool, of rank 4: true where a query may see a key. */
  private List<Operand> conditions(ConversionContext node) {
    List<Operand> conditions = new ArrayList<>();
    Operand key = formula.positions(heads.keyLength(), 3, 4, DType.INT64);
    Operand query = queryPosition(node);
    if (node.attributes().flag("is_causal", false)) {
      conditions.add(formula.binary(BinaryFunction.LESS_EQUAL, key, query));
    }
    long left = node.attributes().integer("left_window_size", -1);
    if (left >= 0) {
      conditions.add(formula.binary(BinaryFunction.GREATER_EQUAL, key, formula.add(query, -left)));
    }
    long right = node.attributes().integer("right_window_size", -1);
    if (right >= 0) {
      conditions.add(formula.binary(BinaryFunction.LESS_EQUAL, key, formula.add(query, right)));
    }
    if (node.hasInput(6)) {
      conditions.add(formula.binary(BinaryFunction.LESS, key, used(node)));
    }
    return conditions;
  }

  /** Where a query stands among the keys. */
  private Operand queryPosition(ConversionContext node) {
    Operand own = formula.positions(heads.queryLength(), 2, 4, DType.INT64);
    return node.hasInput(6) && heads.pastLength() == 0
        ? formula.add(own, formula.add(used(node), -heads.queryLength()))
        : formula.add(own, heads.pastLength());
  }

  /** The number of keys in use of each batch. */
  private Operand used(ConversionContext node) {
    Operand counts = formula.cast(node.input(6), DType.INT64);
    return formula.reshape(counts, counts.type().shape().elements(), 1, 1, 1);
  }

  private Operand fourDimensions(ConversionContext node, Operand mask) {
    int rank = mask.type().rank();
    if (rank < 1 || rank > 4) {
      throw node.refuse("the mask is %s; expected rank 1 to 4", mask.type());
    }
    long[] extents = {1, 1, 1, 1};
    System.arraycopy(mask.type().shape().toArray(), 0, extents, 4 - rank, rank);
    return formula.reshape(mask, extents);
  }

  /** A mask for the first keys only, with a value for the others. */
  private Operand padded(ConversionContext node, Operand mask, double value) {
    long missing = heads.keyLength() - mask.type().extent(3);
    if (missing <= 0) {
      return mask;
    }
    List<Long> before = List.of(0L, 0L, 0L, 0L);
    List<Long> after = List.of(0L, 0L, 0L, missing);
    return node.emit(new Pad(before, after, Pad.Mode.CONSTANT, value), mask);
  }
}
