package dev.tilewright.core.te;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Combiner;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Var;
import java.util.List;

/**
 * A computation: element {@code axes} of output {@code t} is component {@code t} of the body.
 *
 * @param outputs one buffer a tuple component, all of the shape that the axes span
 * @param axes the spatial axes, one a dimension of the outputs
 * @param body what is computed at each point
 */
public record Compute(List<Buffer> outputs, List<Var> axes, Body body) implements Operation {
  /** What is computed at one point of the output. */
  public sealed interface Body {
    /** The expressions evaluated, one an output. */
    List<Expr> values();
  }

  /** The values themselves. */
  public record Pointwise(List<Expr> values) implements Body {
    public Pointwise {
      values = List.copyOf(values);
    }
  }

  /**
   * The values combined over a reduction domain, starting from the combiner's identities.
   *
   * @param axes the reduction axes, outermost first; an extent of 0 leaves the identity
   */
  public record Reduction(Combiner combiner, List<Var> axes, List<Expr> values) implements Body {
    public Reduction {
      axes = List.copyOf(axes);
      values = List.copyOf(values);
      if (values.size() != combiner.width()) {
        throw new IllegalArgumentException(
            "reduction %s: got %d values; expected %d"
                .formatted(combiner.name(), values.size(), combiner.width()));
      }
    }
  }

  public Compute {
    outputs = List.copyOf(outputs);
    axes = List.copyOf(axes);
    if (outputs.isEmpty() || outputs.size() != body.values().size()) {
      throw new IllegalArgumentException(
          "compute: got %d outputs for %d values; expected one output a value"
              .formatted(outputs.size(), body.values().size()));
    }
    for (int t = 0; t < outputs.size(); t++) {
      checkOutput(outputs.get(t), axes, body.values().get(t));
    }
  }

  /** The reduction axes; none for a pointwise body. */
  public List<Var> reduceAxes() {
    return switch (body) {
      case Pointwise pointwise -> List.of();
      case Reduction reduction -> reduction.axes();
    };
  }

  public boolean isReduction() {
    return body instanceof Reduction;
  }

  private static void checkOutput(Buffer output, List<Var> axes, Expr value) {
    if (output.shape().rank() != axes.size()) {
      throw new IllegalArgumentException(
          "compute %s: got %d axes; expected %d, the rank of the output"
              .formatted(output.name(), axes.size(), output.shape().rank()));
    }
    for (int axis = 0; axis < axes.size(); axis++) {
      if (axes.get(axis).extent() != output.shape().extent(axis)) {
        throw new IllegalArgumentException(
            "compute %s: axis %s has extent %d; expected %d"
                .formatted(
                    output.name(),
                    axes.get(axis).name(),
                    axes.get(axis).extent(),
                    output.shape().extent(axis)));
      }
    }
    if (!value.dtype().equals(output.dtype())) {
      throw new IllegalArgumentException(
          "compute %s: the value is %s; expected %s, the type of the output"
              .formatted(output.name(), value.dtype(), output.dtype()));
    }
  }
}
