package dev.tilewright.graph.onnx;

import dev.tilewright.base.Shape;
import dev.tilewright.graph.ops.Gather;
import dev.tilewright.graph.ops.TensorType;
import dev.tilewright.graph.ops.Unsqueeze;
import java.util.List;

/**
 * {@code RotaryEmbedding}: pairs of elements of each head turned by angles whose cosines and sines
 * are given, for each position or for the positions that the fourth input names.
 */
final class RotaryEmbeddingConverter implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    Formula formula = new Formula(node);
    Operand x = node.input(0);
    Shape shape = x.type().shape();
    if (shape.rank() == 4) {
      Operand rows = formula.transpose(x, 0, 2, 1, 3);
      return List.of(formula.transpose(turn(node, formula, rows), 0, 2, 1, 3));
    }
    long heads = node.attributes().integer("num_heads", 0);
    if (shape.rank() != 3 || heads < 1 || shape.extent(2) % heads != 0) {
      throw node.refuse(
          "%d heads of %s; expected a divisor of the last of 3 extents", heads, x.type());
    }
    Operand rows =
        formula.reshape(x, shape.extent(0), shape.extent(1), heads, shape.extent(2) / heads);
    return List.of(formula.reshape(turn(node, formula, rows), shape));
  }

  /** Turns batch × position × head × element. */
  private static Operand turn(ConversionContext node, Formula formula, Operand rows) {
    long size = rows.type().extent(3);
    long given = node.attributes().integer("rotary_embedding_dim", 0);
    long turned = given == 0 ? size : given;
    if (turned < 0 || turned > size || turned % 2 != 0) {
      throw node.refuse("%d of %d elements are to be turned; expected an even part", turned, size);
    }
    Operand cos = angles(node, formula, node.input(1), turned / 2);
    Operand sin = angles(node, formula, node.input(2), turned / 2);
    Operand part = formula.slice(rows, 3, 0, turned, 1);
    boolean interleaved = node.attributes().flag("interleaved", false);
    Operand x =
        interleaved
            ? formula.slice(part, 3, 0, turned, 2)
            : formula.slice(part, 3, 0, turned / 2, 1);
    Operand y =
        interleaved
            ? formula.slice(part, 3, 1, turned, 2)
            : formula.slice(part, 3, turned / 2, turned, 1);
    Operand real = formula.sub(formula.mul(cos, x), formula.mul(sin, y));
    Operand imaginary = formula.add(formula.mul(sin, x), formula.mul(cos, y));
    Operand result =
        interleaved ? interleave(formula, real, imaginary) : formula.concat(3, real, imaginary);
    return turned == size
        ? result
        : formula.concat(3, result, formula.slice(rows, 3, turned, size, 1));
  }

  private static Operand interleave(Formula formula, Operand real, Operand imaginary) {
    Unsqueeze last = new Unsqueeze(List.of(4));
    Operand pairs =
        formula.concat(4, formula.node().emit(last, real), formula.node().emit(last, imaginary));
    Shape shape = real.type().shape();
    return formula.reshape(
        pairs, shape.extent(0), shape.extent(1), shape.extent(2), 2 * shape.extent(3));
  }

  /** Batch × position × 1 × half, from a cache by position or given so. */
  private static Operand angles(ConversionContext node, Formula formula, Operand cache, long half) {
    Operand rows = node.hasInput(3) ? node.emit(new Gather(0), cache, node.input(3)) : cache;
    TensorType type = rows.type();
    if (type.rank() != 3 || type.extent(2) != half) {
      throw node.refuse("the cosines or sines are %s; expected %d a position", type, half);
    }
    return formula.reshape(rows, type.extent(0), type.extent(1), 1, half);
  }
}
