package dev.tilewright.search.evolve;

import dev.tilewright.core.schedule.Placement;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.Stage;
import dev.tilewright.core.target.GpuTarget;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Draws the factors of a sketch's splits such that blocks have threads that a GPU can launch and
 * accumulators that fit in registers.
 */
final class GpuTileSampler {
  private static final long MAX_ACCUMULATORS = 64;
  private static final long MAX_REGISTER_TILE = 8;
  private static final long MAX_VIRTUAL = 4;
  private static final long MAX_SHARED_DEPTH = 32;
  private static final long MAX_CHUNKS = 64;
  private static final long MAX_REDUCING = 512;

  private final GpuTarget target;

  GpuTileSampler(GpuTarget target) {
    this.target = target;
  }

  /** Factors for every open split; those of copies have lanes only, see {@link GpuCopies}. */
  List<List<Long>> draw(Sketch sketch, RandomGenerator random) {
    List<List<Long>> factors =
        new ArrayList<>(Collections.nCopies(sketch.open().size(), List.of()));
    sketch.open().stream()
        .map(OpenSplit::stage)
        .distinct()
        .forEach(stage -> drawStage(sketch, stage, factors, random));
    // Rows last: how many fit depends on the threads of a row.
    for (int index = 0; index < factors.size(); index++) {
      if (role(sketch, index) == GpuSplitRole.ROWS) {
        factors.set(index, List.of(rows(sketch, index, factors, random)));
      }
    }
    return factors;
  }

  /** Puts new factors for the open splits of one stage, rows excepted, into the list. */
  void drawStage(Sketch sketch, String stage, List<List<Long>> factors, RandomGenerator random) {
    List<Integer> tile = new ArrayList<>();
    for (int index : sketch.splitsOf(stage)) {
      OpenSplit split = sketch.open().get(index);
      switch (role(sketch, index)) {
        case TILE -> tile.add(index);
        case REDUCTION -> factors.set(index, reduction(split.extent(), random));
        case THREADS_AND_LANES -> factors.set(index, threadsAndLanes(sketch, split, random));
        case CHUNK ->
            factors.set(
                index,
                List.of(
                    Math.ceilDiv(
                        split.extent(),
                        GpuDraws.powerOfTwo(2, Math.min(MAX_CHUNKS, split.extent()), random))));
        case COPY -> factors.set(index, List.of(1L, lanes(sketch, split, random)));
        case ELEMENTS -> factors.set(index, List.of(threads(random), lanes(sketch, split, random)));
        case THREADS -> factors.set(index, List.of(threads(random)));
        case ROWS -> factors.set(index, List.of(1L));
      }
    }
    drawTile(sketch, tile, factors, random);
  }

  static GpuSplitRole role(Sketch sketch, int index) {
    return GpuSplitRole.of(sketch.open().get(index), sketch.state());
  }

  private void drawTile(
      Sketch sketch, List<Integer> splits, List<List<Long>> factors, RandomGenerator random) {
    long accumulators = MAX_ACCUMULATORS;
    long threads = threads(random);
    for (int index : splits.reversed()) {
      long left = sketch.open().get(index).extent();
      long inner = GpuDraws.part(left, Math.min(MAX_REGISTER_TILE, accumulators), random);
      left = Math.ceilDiv(left, inner);
      accumulators /= inner;
      long middle = GpuDraws.part(left, Math.min(2, accumulators), random);
      left = Math.ceilDiv(left, middle);
      accumulators /= middle;
      long own = GpuDraws.part(left, threads, random);
      left = Math.ceilDiv(left, own);
      threads /= own;
      long virtual = GpuDraws.part(left, Math.min(MAX_VIRTUAL, accumulators), random);
      accumulators /= virtual;
      factors.set(index, List.of(virtual, own, middle, inner));
    }
  }

  private static List<Long> reduction(long extent, RandomGenerator random) {
    long inner = GpuDraws.part(extent, 4, random);
    long middle = GpuDraws.part(Math.ceilDiv(extent, inner), MAX_SHARED_DEPTH / inner, random);
    return List.of(middle, inner);
  }

  private List<Long> threadsAndLanes(Sketch sketch, OpenSplit split, RandomGenerator random) {
    long lanes = Math.min(lanes(sketch, split, random), Math.max(1, split.extent() / 2));
    long most = Math.clamp(split.extent() / lanes, 1, MAX_REDUCING);
    return List.of(GpuDraws.powerOfTwo(1, most, random), lanes);
  }

  private long rows(Sketch sketch, int index, List<List<Long>> factors, RandomGenerator random) {
    OpenSplit split = sketch.open().get(index);
    long most = Math.min(split.extent(), target.maxThreadsPerBlock());
    for (int other = 0; other < factors.size(); other++) {
      if (role(sketch, other) == GpuSplitRole.THREADS_AND_LANES
          && isRowOf(sketch, sketch.open().get(other).stage(), split.stage())) {
        long reducing = factors.get(other).getFirst();
        most = Math.min(most, target.maxThreadsPerBlock() / reducing);
      }
    }
    return GpuDraws.powerOfTwo(1, most, random);
  }

  private static boolean isRowOf(Sketch sketch, String stage, String owner) {
    Stage reducing = sketch.state().findStage(stage).orElseThrow();
    return stage.equals(owner)
        || reducing.placement() instanceof Placement.At(String at, var _) && at.equals(owner);
  }

  private long threads(RandomGenerator random) {
    return GpuDraws.powerOfTwo(target.warpSize(), target.maxThreadsPerBlock() / 2, random);
  }

  private long lanes(Sketch sketch, OpenSplit split, RandomGenerator random) {
    ScheduleState state = sketch.state();
    Stage stage = state.findStage(split.stage()).orElseThrow();
    int bits = stage.op().outputs().getFirst().dtype().bits();
    return GpuDraws.powerOfTwo(1, target.lanes(Math.max(8, bits)), random);
  }
}
