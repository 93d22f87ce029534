package dev.tilewright.graph.onnx;

import dev.tilewright.base.Shape;
import dev.tilewright.graph.ops.Full;
import dev.tilewright.graph.ops.InstanceNorm;
import dev.tilewright.graph.ops.TensorType;
import java.util.Arrays;
import java.util.List;

/**
 * {@code GroupNormalization}: each group of channels of each image to mean 0 and variance 1, then a
 * scale and a shift, one a group before opset 21 and one a channel since.
 */
final class GroupNormConverter implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    Shape shape = node.shape(0);
    long groups = node.attributes().integer("num_groups", 1);
    if (shape.rank() < 2 || groups < 1 || shape.extent(1) % groups != 0) {
      throw node.refuse("%d groups of the channels of %s; expected a divisor", groups, shape);
    }
    long channels = shape.extent(1) / groups;
    double epsilon = node.attributes().real("epsilon", 1e-5f);
    Formula formula = new Formula(node);
    Operand grouped =
        formula.reshape(
            node.input(0), shape.extent(0), groups, shape.elements() / shape.extent(0) / groups);
    Operand ones = node.emit(new Full(new TensorType(node.type(0).dtype(), Shape.of(groups)), 1));
    Operand zeros = node.emit(new Full(new TensorType(node.type(0).dtype(), Shape.of(groups)), 0));
    Operand normal = node.emit(new InstanceNorm(epsilon), grouped, ones, zeros);
    Operand image = formula.reshape(normal, shape);
    Operand scale = factor(formula, node.input(1), groups, channels, shape.rank());
    Operand shift = factor(formula, node.input(2), groups, channels, shape.rank());
    return List.of(formula.add(formula.mul(image, scale), shift));
  }

  /** One value a channel, as a tensor that broadcasts to the image. */
  private static Operand factor(
      Formula formula, Operand values, long groups, long channels, int rank) {
    Operand each = values;
    if (values.type().shape().elements() == groups && channels > 1) {
      Operand column = formula.reshape(values, groups, 1);
      each = formula.expand(column, Shape.of(groups, channels));
    }
    long[] extents = new long[rank];
    Arrays.fill(extents, 1);
    extents[1] = groups * channels;
    return formula.reshape(each, Shape.of(extents));
  }
}
