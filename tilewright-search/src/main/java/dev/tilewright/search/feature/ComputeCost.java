package dev.tilewright.search.feature;

import dev.tilewright.base.DType;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.schedule.Iter;
import dev.tilewright.core.schedule.Placement;
import dev.tilewright.core.schedule.Stage;
import dev.tilewright.core.target.CpuTarget;

/**
 * Cycles that the instructions of a stage take: arithmetic, loads and stores of the straight code
 * in the innermost loop, bounded by execution ports and by the latency of accumulation.
 */
public final class ComputeCost {
  private static final double ARITHMETIC_PER_CYCLE = 2;
  private static final double LOADS_PER_CYCLE = 2;
  private static final double STORES_PER_CYCLE = 1;
  private static final double ACCUMULATE_LATENCY = 4;
  private static final double LOOP_CYCLES = 1.5;
  private static final double DIVISION_COST = 8;
  private static final double FUNCTION_COST = 16;
  private static final double POSITION_COST = 0.1;

  private final CpuTarget target;

  public ComputeCost(CpuTarget target) {
    this.target = target;
  }

  /** Cycles of one thread that executes the whole statement. */
  public double cycles(Statement statement) {
    LoopPath path = statement.path();
    int straight = path.straight();
    Stage stage = path.stage();
    double vectors = vectors(path);
    double copies = copies(path, straight);
    double arithmetic = copies * vectors * operations(stage) / ARITHMETIC_PER_CYCLE;
    double loads = 0;
    for (Access read : statement.reads()) {
      loads += instructions(path, read, straight);
    }
    double stores = 0;
    double latency = 0;
    for (Access write : statement.writes()) {
      double moved = instructions(path, write, straight);
      if (!stage.op().isReduction()) {
        stores += moved;
      } else if (isInRegisters(path, straight, vectors)) {
        latency = ACCUMULATE_LATENCY;
      } else {
        loads += moved;
        stores += moved;
        latency = 2 * ACCUMULATE_LATENCY;
      }
    }
    double body =
        Math.max(
            Math.max(arithmetic, latency),
            Math.max(loads / LOADS_PER_CYCLE, stores / STORES_PER_CYCLE));
    return path.iterations(straight) * (body + LOOP_CYCLES);
  }

  /**
   * True if the accumulators have no index that changes at run time and are few enough: all spatial
   * loops inside the first reduction loop are written out, and storage is a local tile.
   */
  private boolean isInRegisters(LoopPath path, int straight, double vectors) {
    int firstReduction = path.own();
    while (firstReduction < path.loops().size()
        && path.loops().get(firstReduction).kind() == Iter.Kind.SPATIAL) {
      firstReduction++;
    }
    boolean local = path.stage().placement() instanceof Placement.At;
    double accumulators = vectors;
    for (int i = path.own(); i < path.loops().size(); i++) {
      Iter loop = path.loops().get(i);
      boolean spatial = loop.kind() == Iter.Kind.SPATIAL && loop.extent() > 1;
      boolean loops = spatial && i < straight;
      if (loops && (local || i > firstReduction)) {
        return false;
      }
      if (spatial && i >= straight && i != path.vector()) {
        accumulators *= loop.extent();
      }
    }
    return accumulators + vectors + 1 <= target.vectorRegisters();
  }

  /** Vectors that the lanes of the vector loop fill; 1 for scalar code. */
  private double vectors(LoopPath path) {
    int vector = path.vector();
    int bits = path.stage().op().outputs().getFirst().dtype().bits();
    return vector < 0
        ? 1
        : Math.ceil((double) path.loops().get(vector).extent() / target.lanes(bits));
  }

  /** Copies of the body in the straight code, without the lanes. */
  static double copies(LoopPath path, int straight) {
    double copies = 1;
    for (int i = straight; i < path.loops().size(); i++) {
      if (i != path.vector()) {
        copies *= path.loops().get(i).extent();
      }
    }
    return copies;
  }

  /** Memory instructions of an access in the straight code; equal ones are done once. */
  private double instructions(LoopPath path, Access access, int straight) {
    double count = 1;
    for (int i = straight; i < path.loops().size(); i++) {
      if (access.dependsOn(i)) {
        boolean whole = i == path.vector() && access.isContiguous(i);
        count *= whole ? vectors(path) : path.loops().get(i).extent();
      }
    }
    return count;
  }

  /** Instructions of one execution of a stage's expression, without loads and stores. */
  static double operations(Stage stage) {
    double[] sum = {stage.op().isReduction() ? 1 : 0};
    for (Expr value : stage.op().body().values()) {
      ExecutedNodes.forEach(value, node -> sum[0] += operations(node));
    }
    boolean fused = stage.op().isReduction() && isProduct(stage.op().body().values().getFirst());
    return Math.max(1, fused ? sum[0] - 1 : sum[0]);
  }

  private static double operations(Expr node) {
    return switch (node) {
      case Expr.Binary(Expr.BinaryOp op, Expr left, Expr right) ->
          binary(op, node.dtype()) - (isFused(op, left, right) ? 1 : 0);
      case Expr.Call _ -> FUNCTION_COST;
      case Expr.Compare _ -> 1;
      case Expr.CompareIndex _ -> 0;
      case Expr.Select(Expr condition, Expr _, Expr _) ->
          ExecutedNodes.isOnIndices(condition) ? POSITION_COST : 1;
      case Expr.Cast _ -> 1;
      case Expr.Not _ -> 1;
      case Expr.FromIndex _ -> 1;
      case Expr.FloatConst _ -> 0;
      case Expr.IntConst _ -> 0;
      case Expr.Param _ -> 0;
      case Expr.Load _ -> 0;
    };
  }

  /** True if one of the operands is a product that the same instruction computes and adds. */
  private static boolean isFused(Expr.BinaryOp op, Expr left, Expr right) {
    return (op == Expr.BinaryOp.ADD || op == Expr.BinaryOp.SUB)
        && left.dtype().isFloat()
        && (isProduct(left) || isProduct(right));
  }

  private static boolean isProduct(Expr value) {
    return value instanceof Expr.Binary(Expr.BinaryOp op, Expr _, Expr _)
        && op == Expr.BinaryOp.MUL;
  }

  private static double binary(Expr.BinaryOp op, DType dtype) {
    if (dtype.isBool()) {
      return 0;
    }
    return op == Expr.BinaryOp.DIV || op == Expr.BinaryOp.REM ? DIVISION_COST : 1;
  }
}
