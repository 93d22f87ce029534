package dev.tilewright.graph.ops;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Combiner;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.expr.Limits;
import dev.tilewright.core.te.DagBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * For each window, the position of its largest element in the input as int64, counted over the
 * whole tensor; of equal ones the first.
 *
 * @param roundUp as in {@link Pool}
 * @param columnMajor whether the spatial dimensions are counted with the first one fastest
 */
public record MaxPoolPositions(Window window, boolean roundUp, boolean columnMajor)
    implements Operator {
  @Override
  public String name() {
    return "max_pool_positions" + window.rank() + "d";
  }

  @Override
  public String stageName() {
    return "T_max_pool_positions";
  }

  private Pool pool() {
    return new Pool(Pool.Kind.MAX, window, roundUp, Layout.CHANNELS_FIRST);
  }

  @Override
  public List<TensorType> inferTypes(List<TensorType> inputs) {
    return List.of(new TensorType(DType.INT64, pool().inferTypes(inputs).getFirst().shape()));
  }

  @Override
  public List<Buffer> emit(DagBuilder te, String name, List<Buffer> inputs) {
    Buffer data = inputs.getFirst();
    Shape result = inferTypes(TensorType.of(inputs)).getFirst().shape();
    List<String> axes =
        IntStream.range(0, result.rank()).mapToObj(number -> "ax" + number).toList();
    List<String> taps =
        IntStream.range(0, window.rank()).mapToObj(number -> "rv" + number).toList();
    Expr lowest = Limits.lowest(data.dtype());
    return te.reduceTuple(
            List.of(name, name + "_value"),
            axes,
            result,
            taps,
            Shape.of(window.kernel()),
            Combiner.argmax(DType.INT64, data.dtype()),
            (i, k) -> {
              Index[] source = i.clone();
              List<Expr> inside = new ArrayList<>();
              for (int d = 0; d < k.length; d++) {
                source[d + 2] =
                    i[d + 2]
                        .times(window.strides().get(d))
                        .plus(k[d].times(window.dilations().get(d)))
                        .minus(window.padBegin().get(d));
                inside.add(Reindex.inside(source[d + 2], data.shape().extent(d + 2)));
              }
              Expr value = Expr.select(Reindex.all(inside), data.at(source), lowest);
              Expr position = new Expr.FromIndex(position(source, data.shape()), DType.INT64);
              return List.of(position, value);
            })
        .subList(0, 1);
  }

  private Index position(Index[] element, Shape shape) {
    Index position = element[0].times(shape.extent(1)).plus(element[1]);
    int rank = shape.rank();
    for (int n = 2; n < rank; n++) {
      int d = columnMajor ? rank + 1 - n : n;
      position = position.times(shape.extent(d)).plus(element[d]);
    }
    return position;
  }
}
