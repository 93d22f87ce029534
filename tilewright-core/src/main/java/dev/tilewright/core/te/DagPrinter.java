package dev.tilewright.core.te;

import dev.tilewright.base.DType;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Combiner;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.ExprPrinter;
import dev.tilewright.core.expr.Var;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Prints a compute DAG, one operation a line:
 *
 * <pre>
 * data = PLACEHOLDER [1, 2048]
 * weight = PLACEHOLDER [1000, 2048]
 * T_dense(i, j) += (data[i, k]*weight[j, k])
 * bias = PLACEHOLDER [1000]
 * T_add(ax0, ax1) = (T_dense[ax0, ax1] + bias[ax1])
 * </pre>
 *
 * Element types other than float32 follow the shape. The reductions other than sum are marked
 * {@code max=}, {@code min=}, {@code *=}, {@code argmax=}, …; one of several values prints its
 * outputs and values as tuples.
 */
public final class DagPrinter {
  private static final ExprPrinter EXPRS = new ExprPrinter();

  private DagPrinter() {}

  /** The text, each line ended by a line feed. */
  public static String text(ComputeDag dag) {
    StringBuilder text = new StringBuilder();
    for (Operation operation : dag.operations()) {
      text.append(line(operation)).append('\n');
    }
    return text.toString();
  }

  /** One operation without a line feed. */
  public static String line(Operation operation) {
    return switch (operation) {
      case Placeholder(Buffer output, boolean constant) -> placeholder(output);
      case Compute compute -> compute(compute);
    };
  }

  private static String placeholder(Buffer output) {
    String type = output.dtype().equals(DType.FLOAT32) ? "" : " " + output.dtype();
    return output.name() + " = PLACEHOLDER " + Arrays.toString(output.shape().toArray()) + type;
  }

  private static String compute(Compute compute) {
    String outputs = tuple(compute.outputs().stream().map(Buffer::name).toList());
    String axes =
        compute.axes().stream().map(Var::name).collect(Collectors.joining(", ", "(", ")"));
    List<Expr> values = compute.body().values();
    return outputs
        + axes
        + " "
        + mark(compute)
        + " "
        + tuple(values.stream().map(EXPRS::text).toList());
  }

  private static String mark(Compute compute) {
    return switch (compute.body()) {
      case Compute.Pointwise ignored -> "=";
      case Compute.Reduction(Combiner combiner, var axes, var values) ->
          switch (combiner.name()) {
            case "sum" -> "+=";
            case "prod" -> "*=";
            default -> combiner.name() + "=";
          };
    };
  }

  private static String tuple(List<String> parts) {
    return parts.size() == 1 ? parts.getFirst() : "(" + String.join(", ", parts) + ")";
  }
}
