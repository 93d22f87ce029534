package dev.tilewright.search.evolve;

import dev.tilewright.core.schedule.Stage;
import dev.tilewright.core.target.CpuTarget;
import dev.tilewright.core.te.Compute;
import dev.tilewright.search.rule.StageFacts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Draws the factors of a sketch's splits such that register tiles fit in the registers and tiles in
 * local memory.
 */
final class TileSampler {
  /** Local memory of a tile of accumulators, in elements. */
  private static final long MAX_TILE = 1L << 16;

  private static final double NO_MIDDLE_TILE = 0.75;
  private static final double WHOLE_REDUCTION = 0.4;

  private final CpuTarget target;

  TileSampler(CpuTarget target) {
    this.target = target;
  }

  /** Factors for every open split of the sketch. */
  List<List<Long>> draw(Sketch sketch, RandomGenerator random) {
    List<List<Long>> factors =
        new ArrayList<>(Collections.nCopies(sketch.open().size(), List.of()));
    sketch.open().stream()
        .map(OpenSplit::stage)
        .distinct()
        .forEach(stage -> drawStage(sketch, stage, factors, random));
    return factors;
  }

  /** Puts new factors for the open splits of one stage into the list. */
  void drawStage(Sketch sketch, String stage, List<List<Long>> factors, RandomGenerator random) {
    List<Integer> spatial = new ArrayList<>();
    for (int index : sketch.splitsOf(stage)) {
      OpenSplit split = sketch.open().get(index);
      switch (split.role()) {
        case SPATIAL_TILE -> spatial.add(index);
        case REDUCE_TILE -> factors.set(index, List.of(drawReduction(split.extent(), random)));
        case LANES -> factors.set(index, List.of(drawLanes(sketch, split, random)));
        case CHUNKS -> factors.set(index, List.of(drawChunk(split.extent(), random)));
      }
    }
    if (!spatial.isEmpty()) {
      drawSpatial(sketch, spatial, factors, random);
    }
  }

  /** True if the register tiles of the stage fit. */
  boolean isFeasible(Sketch sketch, String stage, List<List<Long>> factors) {
    long rows = 1;
    long lanes = 1;
    long tile = 1;
    List<Integer> splits = sketch.splitsOf(stage);
    for (int index : splits) {
      if (sketch.open().get(index).role() == OpenSplit.Role.SPATIAL_TILE) {
        rows *= lanes;
        lanes = factors.get(index).getLast();
        tile *= factors.get(index).stream().reduce(1L, (a, b) -> a * b);
      }
    }
    return registerTile(sketch, stage).fits(rows, lanes) && tile <= MAX_TILE;
  }

  private void drawSpatial(
      Sketch sketch, List<Integer> splits, List<List<Long>> factors, RandomGenerator random) {
    RegisterTile registers = registerTile(sketch, sketch.open().get(splits.getFirst()).stage());
    long lanes = registers.drawLanes(sketch.open().get(splits.getLast()).extent(), random);
    long rows = 1 + random.nextLong(registers.maxRows(lanes));
    rows = Math.max(rows, 1 + random.nextLong(registers.maxRows(lanes)));
    boolean flat = random.nextDouble() < NO_MIDDLE_TILE;
    long tile = 1;
    for (int index : splits.reversed()) {
      OpenSplit split = sketch.open().get(index);
      long inner;
      if (index == splits.getLast()) {
        inner = lanes;
      } else if (isOfBatch(sketch, split)) {
        inner = 1;
      } else {
        inner = registers.drawRows(split.extent(), rows, random);
        rows /= inner;
      }
      List<Long> drawn = outerFactors(split, inner, flat, MAX_TILE / tile, random);
      tile *= drawn.stream().reduce(1L, (a, b) -> a * b);
      factors.set(index, drawn);
    }
  }

  /** The factors of one loop, given that of its register tile. */
  private static List<Long> outerFactors(
      OpenSplit split, long inner, boolean flat, long limit, RandomGenerator random) {
    List<Long> factors = new ArrayList<>(List.of(inner));
    long left = Math.ceilDiv(split.extent(), inner);
    long room = Math.max(1, limit / inner);
    for (int level = split.factors() - 2; level >= 0; level--) {
      boolean middle = level == 1;
      long factor = middle && flat ? 1 : Draws.divisor(left, Math.min(room, left), random);
      factors.addFirst(factor);
      left = Math.ceilDiv(left, factor);
      room /= factor;
    }
    return factors;
  }

  private static long drawReduction(long extent, RandomGenerator random) {
    return random.nextDouble() < WHOLE_REDUCTION
        ? Math.max(1, extent)
        : Draws.divisor(extent, Math.max(1, extent), random);
  }

  private long drawLanes(Sketch sketch, OpenSplit split, RandomGenerator random) {
    long nativeLanes = registerTile(sketch, split.stage()).nativeLanes();
    List<Long> fitting = new ArrayList<>();
    for (long lanes = nativeLanes; lanes <= 8 * nativeLanes; lanes *= 2) {
      if (lanes <= split.extent()) {
        fitting.add(lanes);
      }
    }
    return fitting.isEmpty() ? Math.max(1, split.extent() / 2) : Draws.pick(fitting, random);
  }

  private long drawChunk(long extent, RandomGenerator random) {
    long chunks = (long) Math.max(2, target.threads()) << random.nextInt(4);
    return Math.max(1, Math.ceilDiv(extent, chunks));
  }

  /** True if the rows of a register tile over this loop would reuse nothing. */
  private static boolean isOfBatch(Sketch sketch, OpenSplit split) {
    Compute op = sketch.state().findStage(split.stage()).orElseThrow().op();
    return op.isReduction()
        && op.axes().stream()
            .filter(axis -> axis.name().equals(split.iter()))
            .anyMatch(axis -> StageFacts.isReadAtEveryPoint(op, axis));
  }

  private RegisterTile registerTile(Sketch sketch, String stageName) {
    Stage stage = sketch.state().findStage(stageName).orElseThrow();
    Compute op = stage.op();
    return new RegisterTile(target, op.outputs().getFirst().dtype().bits(), op.isReduction());
  }
}
