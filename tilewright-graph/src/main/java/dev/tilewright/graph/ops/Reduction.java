package dev.tilewright.graph.ops;

import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Combiner;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.te.DagBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The domain of a reduction over axes of one tensor.
 *
 * @param input shape of the tensor
 * @param axes the reduced axes, increasing
 * @param keepDims whether the reduced dimensions stay with extent 1
 */
record Reduction(Shape input, List<Integer> axes, boolean keepDims) {
  Reduction {
    axes = List.copyOf(axes);
  }

  /** The reduction over one axis that keeps the dimension. */
  static Reduction along(Shape input, int axis) {
    return new Reduction(input, List.of(axis), true);
  }

  Shape domain() {
    return Shape.of(axes.stream().map(input::extent).toList());
  }

  Shape result() {
    return Reindex.reduced(input, axes, keepDims);
  }

  /** Reduces one value a position of the input. */
  Buffer emit(DagBuilder te, String name, Combiner combiner, Function<Index[], Expr> term) {
    return emitTuple(te, List.of(name), combiner, i -> List.of(term.apply(i))).getFirst();
  }

  /** Reduces a tuple a position of the input. */
  List<Buffer> emitTuple(
      DagBuilder te, List<String> names, Combiner combiner, Function<Index[], List<Expr>> terms) {
    List<String> spatialNames = new ArrayList<>();
    for (int axis = 0; axis < result().rank(); axis++) {
      spatialNames.add("ax" + axis);
    }
    List<String> reduceNames = axes.stream().map(axis -> "k" + axis).toList();
    return te.reduceTuple(
        names,
        spatialNames,
        result(),
        reduceNames,
        domain(),
        combiner,
        (i, k) -> terms.apply(position(i, k)));
  }

  private Index[] position(Index[] spatial, Index[] reduced) {
    Index[] position = new Index[input.rank()];
    int next = 0;
    for (int axis = 0; axis < position.length; axis++) {
      int place = axes.indexOf(axis);
      if (place >= 0) {
        position[axis] = reduced[place];
        next += keepDims ? 1 : 0;
      } else {
        position[axis] = spatial[next++];
      }
    }
    return position;
  }
}
