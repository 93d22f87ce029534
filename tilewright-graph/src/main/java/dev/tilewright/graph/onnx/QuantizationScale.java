package dev.tilewright.graph.onnx;

import dev.tilewright.base.Shape;
import dev.tilewright.graph.ops.TensorType;
import dev.tilewright.graph.ops.Unsqueeze;
import java.util.Arrays;
import java.util.List;

/** Scales and zero points of quantised tensors: one value, one an axis position, or one a block. */
record QuantizationScale(Formula formula, TensorType data) {
  /**
   * The values as a tensor that broadcasts to the data.
   *
   * @param axis where several values lie; counted from the front
   * @param block number of neighbours along the axis that share a value; 0 if not in blocks
   */
  Operand spread(Operand values, int axis, long block) {
    if (block > 0) {
      return blocks(values, axis, block);
    }
    long count = values.type().shape().elements();
    if (count == 1) {
      return formula.reshape(values, Shape.of());
    }
    if (values.type().rank() != 1 || axis >= data.rank() || count != data.extent(axis)) {
      throw formula
          .node()
          .refuse(
              "scale or zero point %s for %s; expected one value, or one a position of axis %d",
              values.type(), data, axis);
    }
    long[] extents = new long[data.rank()];
    Arrays.fill(extents, 1);
    extents[axis] = count;
    return formula.reshape(values, Shape.of(extents));
  }

  /** Each value repeated for its block; the last block may be cut off. */
  private Operand blocks(Operand values, int axis, long block) {
    TensorType type = values.type();
    if (type.rank() != data.rank() || type.extent(axis) != Math.ceilDiv(data.extent(axis), block)) {
      throw formula
          .node()
          .refuse("scale or zero point %s for %s in blocks of %d", type, data, block);
    }
    Operand repeated = formula.node().emit(new Unsqueeze(List.of(axis + 1)), values);
    long[] wide = repeated.type().shape().toArray();
    wide[axis + 1] = block;
    long[] flat = type.shape().toArray();
    flat[axis] *= block;
    Operand all = formula.reshape(formula.expand(repeated, Shape.of(wide)), Shape.of(flat));
    return flat[axis] == data.extent(axis)
        ? all
        : formula.slice(all, axis, 0, data.extent(axis), 1);
  }
}
