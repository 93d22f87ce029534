package dev.tilewright.graph.schedule;

import dev.tilewright.core.expr.Var;
import dev.tilewright.core.target.CpuTarget;
import dev.tilewright.core.te.Compute;
import dev.tilewright.core.te.ComputeDag;
import dev.tilewright.graph.schedule.Read.Motion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Chooses the register tile of a reduction by counting, for each candidate, the cycles of one step
 * of the reduction: the multiply-adds, the loads that feed them, and the latency that too few
 * accumulators leave open.
 */
final class TileChooser {
  private static final long LARGEST_SIDE = 32;

  /** Instructions of one kind that a core starts in a cycle. */
  private static final double PER_CYCLE = 2;

  /** Cycles until an accumulator can be used again. */
  private static final double LATENCY = 4;

  /** Cycles that a load costs even where it runs beside arithmetic. */
  private static final double LOAD_PRESSURE = 0.1;

  /** What is left of the speed where the last block is masked. */
  private static final double MASKED = 0.85;

  /**
   * What is left of it where a block is wider than the axis: the tile in memory is then no wider
   * than the axis, its rows are no multiple of a vector, and accumulators stay in memory.
   */
  private static final double TOO_WIDE = 0.05;

  /** Bytes a cycle from the last-level cache. */
  private static final double FAR_BYTES = 10;

  /** Bytes a cycle from the second-level cache. */
  private static final double NEAR_BYTES = 24;

  /** Which reads along the vector lanes a tile may have. */
  enum Lanes {
    /** Contiguous ones, or none at all. */
    CONTIGUOUS,
    /** Also those that are put together element by element. */
    ANY
  }

  private final Compute op;
  private final Lanes allowed;
  private final List<Read> reads;
  private final CpuTarget target;

  TileChooser(Compute op, Lanes allowed, ComputeDag dag, CpuTarget target) {
    this.op = op;
    this.allowed = allowed;
    this.reads = Read.of(op, dag);
    this.target = target;
  }

  /** The best tile; empty if no spatial axis suits vectors. */
  Optional<RegisterTile> choose() {
    Optional<RegisterTile> best = Optional.empty();
    double bestSpeed = 0;
    for (RegisterTile tile : candidates()) {
      double speed = speed(tile);
      if (speed > bestSpeed * 1.001) {
        best = Optional.of(tile);
        bestSpeed = speed;
      }
    }
    return best;
  }

  private List<RegisterTile> candidates() {
    int bits = op.outputs().getFirst().dtype().bits();
    List<RegisterTile> candidates = new ArrayList<>();
    for (int vector = op.axes().size() - 1; vector >= 0; vector--) {
      for (long lanes = target.lanes(bits); lanes >= 4; lanes /= 2) {
        if (op.axes().get(vector).extent() >= lanes) {
          addRows(vector, lanes, candidates);
        }
      }
    }
    return candidates;
  }

  private void addRows(int vector, long lanes, List<RegisterTile> candidates) {
    for (long vectors = 1; vectors <= 8; vectors++) {
      boolean fits = vectors * lanes <= Long.highestOneBit(2 * op.axes().get(vector).extent() - 1);
      if (!fits && vectors > 1) {
        continue;
      }
      candidates.add(new RegisterTile(vector, lanes, vectors, -1, 1));
      // Rows stand before the vector axis, so that a vector is contiguous in the local tile.
      for (int row = vector - 1; row >= 0; row--) {
        long extent = op.axes().get(row).extent();
        for (long rows = 2; rows <= Math.min(extent, LARGEST_SIDE); rows++) {
          RegisterTile tile = new RegisterTile(vector, lanes, vectors, row, rows);
          if (extent % rows == 0 && registers(tile) <= target.vectorRegisters()) {
            candidates.add(tile);
          }
        }
      }
    }
  }

  private static long registers(RegisterTile tile) {
    return tile.accumulators() + tile.vectors() + 1;
  }

  /** Useful results a cycle of one step of the reduction. */
  private double speed(RegisterTile tile) {
    Var vectorAxis = op.axes().get(tile.vectorAxis());
    double loads = 0;
    double transfer = 0;
    for (Read read : reads) {
      Motion alongRows =
          tile.rowAxis() < 0
              ? Motion.STILL
              : read.motion(op.axes().get(tile.rowAxis()), tile.rows());
      Motion alongLanes = read.motion(vectorAxis, tile.lanes());
      double places = alongRows == Motion.STILL ? 1 : tile.rows();
      double cost = loadsOfOneVector(read, vectorAxis, alongLanes, tile.lanes());
      boolean still = alongLanes == Motion.STILL;
      if (cost > 1 && allowed == Lanes.CONTIGUOUS) {
        return 0;
      }
      loads += places * (still ? 1 : tile.vectors() * cost);
      if (!still && alongRows == Motion.STILL) {
        transfer += transferCycles(read, tile);
      }
    }
    double arithmetic = tile.accumulators();
    double cycles = Math.max(Math.max(arithmetic, loads) / PER_CYCLE, LATENCY);
    cycles = Math.max(cycles, transfer) + LOAD_PRESSURE * loads;
    return useful(tile, vectorAxis) * tile.accumulators() * tile.lanes() / cycles;
  }

  /** A strided vector is put together lane by lane, unless a constant can be stored to suit. */
  private static double loadsOfOneVector(Read read, Var axis, Motion motion, long lanes) {
    return switch (motion) {
      case STILL, CONTIGUOUS -> 1;
      case STRIDED -> read.constant() && read.dimensionOf(axis) >= 0 ? 1 : lanes;
      case IRREGULAR -> 2 * lanes;
    };
  }

  /** Cycles to bring one step of an operand from the cache that a row of tiles leaves it in. */
  private double transferCycles(Read read, RegisterTile tile) {
    double bytes = (double) tile.width() * read.buffer().dtype().bytes();
    double panel = panelBytes(read, tile);
    if (panel > 0.6 * target.l2Bytes()) {
      return bytes / FAR_BYTES;
    }
    return panel > 0.5 * target.l1Bytes() ? bytes / NEAR_BYTES : 0;
  }

  /** What a row of tiles reads again and again of an operand that moves along the lanes. */
  private double panelBytes(Read read, RegisterTile tile) {
    double bytes = (double) tile.width() * read.buffer().dtype().bytes();
    for (Var axis : op.reduceAxes()) {
      bytes *= read.uses(axis) ? axis.extent() : 1;
    }
    return bytes;
  }

  /**
   * The share of lanes that do work, less where a tail needs masks, and of threads that have any.
   */
  private double useful(RegisterTile tile, Var vectorAxis) {
    long blocks = Math.ceilDiv(vectorAxis.extent(), tile.width());
    double lanes = (double) vectorAxis.extent() / (blocks * tile.width());
    double masks =
        tile.width() > vectorAxis.extent()
            ? TOO_WIDE
            : vectorAxis.extent() % tile.width() == 0 ? 1 : MASKED;
    double tiles = blocks;
    for (int axis = 0; axis < op.axes().size(); axis++) {
      if (axis != tile.vectorAxis()) {
        double extent = op.axes().get(axis).extent();
        tiles *= axis == tile.rowAxis() ? extent / tile.rows() : extent;
      }
    }
    return lanes * masks * Math.min(1, tiles / target.threads());
  }
}
