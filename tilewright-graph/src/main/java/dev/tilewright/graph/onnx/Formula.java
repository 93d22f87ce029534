package dev.tilewright.graph.onnx;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.graph.ops.Binary;
import dev.tilewright.graph.ops.BinaryFunction;
import dev.tilewright.graph.ops.Cast;
import dev.tilewright.graph.ops.Concat;
import dev.tilewright.graph.ops.Expand;
import dev.tilewright.graph.ops.MatMul;
import dev.tilewright.graph.ops.Range;
import dev.tilewright.graph.ops.Reduce;
import dev.tilewright.graph.ops.ReduceFunction;
import dev.tilewright.graph.ops.Reshape;
import dev.tilewright.graph.ops.Slice;
import dev.tilewright.graph.ops.Transpose;
import dev.tilewright.graph.ops.Unary;
import dev.tilewright.graph.ops.UnaryFunction;
import dev.tilewright.graph.ops.Where;
import java.util.Arrays;
import java.util.List;

/**
 * Short names for the operators that formulas are made of: converters write an ONNX operator that
 * is a formula of others as that formula.
 */
record Formula(ConversionContext node) {
  Operand binary(BinaryFunction function, Operand x, Operand y) {
    return node.emit(new Binary(function), x, y);
  }

  Operand unary(UnaryFunction function, Operand x) {
    return node.emit(new Unary(function), x);
  }

  Operand add(Operand x, Operand y) {
    return binary(BinaryFunction.ADD, x, y);
  }

  Operand sub(Operand x, Operand y) {
    return binary(BinaryFunction.SUB, x, y);
  }

  Operand mul(Operand x, Operand y) {
    return binary(BinaryFunction.MUL, x, y);
  }

  Operand div(Operand x, Operand y) {
    return binary(BinaryFunction.DIV, x, y);
  }

  Operand mul(Operand x, double factor) {
    return factor == 1 ? x : mul(x, like(x, factor));
  }

  Operand add(Operand x, double addend) {
    return addend == 0 ? x : add(x, like(x, addend));
  }

  Operand where(Operand condition, Operand x, Operand y) {
    return node.emit(new Where(), condition, x, y);
  }

  /** The same values in another type; the operand itself if it has that type. */
  Operand cast(Operand x, DType dtype) {
    return x.type().dtype().equals(dtype) ? x : node.emit(new Cast(dtype), x);
  }

  Operand reduce(ReduceFunction function, Operand x, List<Integer> axes, boolean keepDims) {
    return node.emit(new Reduce(function, axes, keepDims), x);
  }

  Operand matmul(Operand x, Operand y) {
    return node.emit(new MatMul(false), x, y);
  }

  Operand reshape(Operand x, long... extents) {
    return reshape(x, Shape.of(extents));
  }

  Operand reshape(Operand x, Shape shape) {
    return x.type().shape().equals(shape) ? x : node.emit(new Reshape(shape), x);
  }

  Operand transpose(Operand x, Integer... order) {
    return node.emit(new Transpose(List.of(order)), x);
  }

  Operand concat(int axis, Operand... parts) {
    return parts.length == 1 ? parts[0] : node.emit(new Concat(axis), parts);
  }

  /** The elements of an axis from {@code start} to before {@code end}, every {@code step}-th. */
  Operand slice(Operand x, int axis, long start, long end, long step) {
    Slice slice =
        Slice.of(x.type().shape(), List.of(axis), List.of(start), List.of(end), List.of(step));
    return node.emit(slice, x);
  }

  /** The axis backwards. */
  Operand flip(Operand x, int axis) {
    return slice(x, axis, -1, Long.MIN_VALUE / 2, -1);
  }

  Operand expand(Operand x, Shape shape) {
    return x.type().shape().equals(shape) ? x : node.emit(new Expand(shape), x);
  }

  /** A scalar of the operand's type. */
  Operand like(Operand x, double value) {
    return node.scalar(value, x.type().dtype());
  }

  /**
   * The numbers 0, 1, 2, … along one axis of a shape whose other extents are 1.
   *
   * @param rank of the result
   */
  Operand positions(long count, int axis, int rank, DType dtype) {
    long[] extents = new long[rank];
    Arrays.fill(extents, 1);
    extents[axis] = count;
    return reshape(node.emit(new Range(dtype, 0, 1, count)), Shape.of(extents));
  }
}
