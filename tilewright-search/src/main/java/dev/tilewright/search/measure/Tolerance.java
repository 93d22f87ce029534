package dev.tilewright.search.measure;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Var;
import dev.tilewright.core.schedule.step.Step;
import dev.tilewright.core.schedule.step.Winograd;
import dev.tilewright.core.te.Compute;
import dev.tilewright.core.te.ComputeDag;
import java.util.List;

/**
 * How far an output may be from the reference. Schedules sum in different orders, and the error of
 * a sum of n random terms grows like the square root of n.
 *
 * @param relative allowed distance of a float relative to the larger of the element itself and a
 *     tenth of the largest element
 * @param share of the elements of an integer output that may differ: 0, unless a rounded float
 *     before it decides between neighbours
 */
record Tolerance(double relative, double share) {
  private static final double SCALE_SHARE = 0.1;
  private static final double UNITS_A_ROOT = 8;
  private static final double WINOGRAD_4 = 8;

  /** For one output of a DAG. */
  static Tolerance of(ComputeDag dag, Buffer output) {
    if (!output.dtype().isFloat()) {
      return new Tolerance(0, dependsOnRounding(dag, output) ? 1e-3 : 0);
    }
    double longest = 1;
    DType coarsest = output.dtype();
    for (Compute compute : dag.computes()) {
      longest = Math.max(longest, domain(compute));
      DType type = compute.outputs().getLast().dtype();
      if (compute.isReduction() && type.isFloat() && unit(type) > unit(coarsest)) {
        coarsest = type;
      }
    }
    return new Tolerance(
        unit(coarsest) * (margin(coarsest) + UNITS_A_ROOT * Math.sqrt(longest)), 0);
  }

  /**
   * How many times farther than another schedule's the results of this one may be. Winograd's
   * transforms for tiles of 4×4 results have factors up to 8, which cancel in the result but not in
   * the rounding errors; those for tiles of 2×2 have none above 1.
   */
  static double factor(List<Step> steps) {
    return steps.stream().anyMatch(step -> step instanceof Winograd(var _, int tile) && tile == 4)
        ? WINOGRAD_4
        : 1;
  }

  /** The distance allowed from a reference element, given the largest of all. */
  double distance(double reference, double largest) {
    return relative * Math.max(Math.abs(reference), SCALE_SHARE * largest);
  }

  private static boolean dependsOnRounding(ComputeDag dag, Buffer output) {
    return dag.computes().stream()
        .filter(compute -> !compute.outputs().contains(output))
        .anyMatch(compute -> compute.outputs().stream().anyMatch(other -> other.dtype().isFloat()));
  }

  private static double domain(Compute compute) {
    return Shape.of(compute.reduceAxes().stream().map(Var::extent).toList()).elements();
  }

  /** Half the distance from 1 to the next value. */
  private static double unit(DType dtype) {
    return switch (dtype.bits()) {
      case 16 -> dtype.kind() == DType.Kind.BFLOAT ? 0x1p-8 : 0x1p-11;
      case 32 -> 0x1p-24;
      default -> 0x1p-53;
    };
  }

  /** Units for a few dozen operations and mathematical functions in a row. */
  private static double margin(DType dtype) {
    return dtype.bits() == 16 ? 16 : 256;
  }
}
