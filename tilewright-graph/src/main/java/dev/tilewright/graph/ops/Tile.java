package dev.tilewright.graph.ops;

import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.te.DagBuilder;
import java.util.List;
import java.util.stream.IntStream;

/** The input repeated along its dimensions, so many times each. */
public record Tile(List<Long> repeats) implements Operator {
  public Tile {
    repeats = List.copyOf(repeats);
  }

  @Override
  public String name() {
    return "tile";
  }

  @Override
  public String stageName() {
    return "T_tile";
  }

  @Override
  public List<TensorType> inferTypes(List<TensorType> inputs) {
    Operands operands = new Operands(this, inputs).requireCount(1).requireRank(0, repeats.size());
    TensorType input = operands.get(0);
    List<Long> extents =
        IntStream.range(0, repeats.size())
            .mapToObj(d -> Math.multiplyExact(input.extent(d), repeats.get(d)))
            .toList();
    return List.of(new TensorType(input.dtype(), Shape.of(extents)));
  }

  @Override
  public List<Buffer> emit(DagBuilder te, String name, List<Buffer> inputs) {
    Buffer input = inputs.getFirst();
    Shape result = inferTypes(TensorType.of(inputs)).getFirst().shape();
    return List.of(
        te.compute(
            name,
            result,
            i -> {
              Index[] source = i.clone();
              for (int d = 0; d < source.length; d++) {
                if (repeats.get(d) != 1) {
                  source[d] = i[d].floorMod(Math.max(1, input.shape().extent(d)));
                }
              }
              return input.at(source);
            }));
  }
}
