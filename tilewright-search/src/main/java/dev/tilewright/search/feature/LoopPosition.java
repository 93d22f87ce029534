package dev.tilewright.search.feature;

import dev.tilewright.core.schedule.Iter;
import java.util.List;

/** Where a loop stands among the loops of its kind. */
enum LoopPosition {
  INNER_SPATIAL,
  MIDDLE_SPATIAL,
  OUTER_SPATIAL,
  INNER_REDUCE,
  MIDDLE_REDUCE,
  OUTER_REDUCE,
  /** A fusion of spatial and reduction loops. */
  MIXED;

  /** The position of a loop, given by its index; an only loop of its kind counts as inner. */
  static LoopPosition of(List<Iter> loops, int index) {
    Iter.Kind kind = loops.get(index).kind();
    if (kind == Iter.Kind.MIXED) {
      return MIXED;
    }
    boolean spatial = kind == Iter.Kind.SPATIAL;
    if (loops.subList(index + 1, loops.size()).stream().noneMatch(loop -> loop.kind() == kind)) {
      return spatial ? INNER_SPATIAL : INNER_REDUCE;
    }
    if (loops.subList(0, index).stream().noneMatch(loop -> loop.kind() == kind)) {
      return spatial ? OUTER_SPATIAL : OUTER_REDUCE;
    }
    return spatial ? MIDDLE_SPATIAL : MIDDLE_REDUCE;
  }
}
