package dev.tilewright.search.feature;

import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.schedule.Iter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Vectorized, unrolled and parallel loops around the statement: how many, the product of their
 * extents, the extent and the position of the innermost one; and the extents of loops that are
 * bound to a GPU's grid (Ansor, appendix B).
 */
final class AnnotationFeatures implements FeatureGroup {
  private static final List<String> KINDS = List.of("vector", "unroll", "parallel");

  @Override
  public List<String> names() {
    List<String> names = new ArrayList<>();
    for (String kind : KINDS) {
      names.addAll(List.of(kind + ".loops", kind + ".product", kind + ".extent"));
      for (LoopPosition position : LoopPosition.values()) {
        names.add(kind + "." + position.name().toLowerCase(Locale.ROOT));
      }
    }
    names.add("gpu");
    for (ForKind.ThreadAxis axis : ForKind.ThreadAxis.values()) {
      names.add("gpu." + axis.name().toLowerCase(Locale.ROOT));
    }
    return names;
  }

  @Override
  public void write(Statement statement, FeatureRow row) {
    List<Iter> loops = statement.path().loops();
    for (ForKind kind : List.of(ForKind.VECTORIZED, ForKind.UNROLLED, ForKind.PARALLEL)) {
      writeKind(loops, kind, row);
    }
    row.flag(loops.stream().anyMatch(loop -> loop.annotation() instanceof ForKind.Bound));
    for (ForKind.ThreadAxis axis : ForKind.ThreadAxis.values()) {
      row.quantity(product(loops, new ForKind.Bound(axis)));
    }
  }

  private static void writeKind(List<Iter> loops, ForKind kind, FeatureRow row) {
    int count = 0;
    int innermost = -1;
    for (int i = 0; i < loops.size(); i++) {
      if (loops.get(i).annotation().equals(kind)) {
        count++;
        innermost = i;
      }
    }
    row.quantity(count);
    row.quantity(count == 0 ? 0 : product(loops, kind));
    row.quantity(count == 0 ? 0 : loops.get(innermost).extent());
    for (LoopPosition position : LoopPosition.values()) {
      row.flag(count > 0 && LoopPosition.of(loops, innermost) == position);
    }
  }

  /** 1 if there is no such loop. */
  private static double product(List<Iter> loops, ForKind kind) {
    return loops.stream()
        .filter(loop -> loop.annotation().equals(kind))
        .mapToDouble(Iter::extent)
        .reduce(1, (a, b) -> a * b);
  }
}
