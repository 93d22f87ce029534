package dev.tilewright.graph.schedule;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Var;
import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.schedule.Stage;
import dev.tilewright.core.schedule.step.CacheRead;
import dev.tilewright.core.schedule.step.ComputeAt;
import dev.tilewright.core.te.Compute;
import dev.tilewright.graph.schedule.Read.Motion;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Decides which operands of a register tile are copied into a dense piece of local memory. */
final class OperandCopies {
  /** Addresses that differ by a multiple of this fall into one set of a first-level cache. */
  private static final long SET_STRIDE = 4096;

  /** Ways of a set that one operand may fill. */
  private static final double MOST_WAYS = 4;

  /** A step in bytes that a cache line and its neighbour do not cover. */
  private static final long FAR = 512;

  /** Tiles that share a copy at least. */
  private static final long LEAST_SHARED = 4;

  private OperandCopies() {}

  /**
   * The operand that is copied once for a row of tiles: not constant, contiguous along the lanes,
   * the same for all rows, and read in far steps along the reduction.
   */
  static Optional<Buffer> panel(Compute op, List<Read> reads, RegisterTile tile) {
    if (tile.rowAxis() != lastOuterAxis(op, tile)
        || tile.rowAxis() < 0
        || op.axes().get(tile.rowAxis()).extent() < LEAST_SHARED * tile.rows()) {
      return Optional.empty();
    }
    Var vectorAxis = op.axes().get(tile.vectorAxis());
    Var rowAxis = op.axes().get(tile.rowAxis());
    return reads.stream()
        .filter(read -> isCopyable(read, reads) && !read.uses(rowAxis))
        .filter(read -> read.motion(vectorAxis, tile.width()) == Motion.CONTIGUOUS)
        .filter(read -> stepsFar(op, read))
        .map(Read::buffer)
        .findFirst();
  }

  /** An operand whose rows are copied for blocks of a reduction axis. */
  record Rows(Buffer operand, Var axis) {}

  /**
   * The operand whose rows start at addresses that fall into so few sets of the cache that they
   * evict each other: not constant, the same for all lanes, contiguous along a reduction axis.
   */
  static Optional<Rows> rows(Compute op, List<Read> reads, RegisterTile tile) {
    if (tile.rowAxis() < 0) {
      return Optional.empty();
    }
    Var vectorAxis = op.axes().get(tile.vectorAxis());
    Var rowAxis = op.axes().get(tile.rowAxis());
    for (Read read : reads) {
      if (isCopyable(read, reads)
          && !read.uses(vectorAxis)
          && waysOfRows(read, rowAxis, tile.rows()) > MOST_WAYS) {
        Optional<Var> along =
            op.reduceAxes().stream()
                .filter(axis -> read.stride(axis) == 1 && axis.extent() > FAR / 4)
                .findFirst();
        if (along.isPresent()) {
          return along.map(axis -> new Rows(read.buffer(), axis));
        }
      }
    }
    return Optional.empty();
  }

  /** A loop of a stage. */
  record Place(String stage, String loop) {}

  /** Copies an operand for one reader, inside a loop. */
  static void copy(Draft draft, Buffer operand, String reader, Place place, long lanes) {
    Set<String> known =
        draft.state().stages().stream().map(Stage::name).collect(Collectors.toSet());
    draft.apply(new CacheRead(operand.name(), Buffer.Scope.LOCAL, List.of(reader)));
    String copy =
        draft.state().stages().stream()
            .map(Stage::name)
            .filter(name -> !known.contains(name))
            .findFirst()
            .orElseThrow();
    draft.apply(new ComputeAt(copy, place.stage(), place.loop()));
    String last = draft.stage(copy).iters().getLast().name();
    draft.annotate(copy, draft.split(copy, last, lanes).getLast(), ForKind.VECTORIZED);
  }

  /** How many ways of a set the rows fill that are read in one step. */
  static double waysOfRows(Read read, Var rowAxis, long rows) {
    long stride = Math.abs(read.stride(rowAxis)) * read.buffer().dtype().bytes();
    if (stride == 0) {
      return 0;
    }
    long setsApart = Long.lowestOneBit(stride | SET_STRIDE);
    return (double) rows * setsApart / SET_STRIDE;
  }

  private static boolean isCopyable(Read read, List<Read> reads) {
    return !read.constant()
        && reads.stream().filter(other -> other.buffer() == read.buffer()).count() == 1;
  }

  private static boolean stepsFar(Compute op, Read read) {
    return op.reduceAxes().stream()
        .anyMatch(
            axis -> axis.extent() > 8 && read.stride(axis) * read.buffer().dtype().bytes() >= FAR);
  }

  private static int lastOuterAxis(Compute op, RegisterTile tile) {
    int last = op.axes().size() - 1;
    return last == tile.vectorAxis() ? last - 1 : last;
  }
}
