package dev.tilewright.core.schedule.step;

import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.schedule.BufferLayout;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.StateEdit;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Stores a constant in another layout, see {@link BufferLayout}.
 *
 * <pre>
 * w[k, j]     rewrite_layout(w, factors [[], [16]], order [1, 0, 2])     w[j/16, k, j%16]
 * </pre>
 */
public record RewriteLayout(String buffer, BufferLayout layout) implements Step {
  /** Tiles of 16 on two dimensions of extent 1 make 256 times; nobody needs more. */
  private static final long MAX_PADDING = 256;

  @Override
  public ScheduleState apply(ScheduleState state) {
    StateEdit edit = state.edit(this);
    Buffer constant = constant(state, edit);
    checkLayout(edit, constant.shape().rank());
    checkPadding(edit, constant.shape());
    if (state.layouts().containsKey(constant)) {
      throw edit.refuse(
          "buffer %s: it has another layout already; expected row-major".formatted(buffer));
    }
    edit.setLayout(constant, layout);
    return edit.finish();
  }

  private Buffer constant(ScheduleState state, StateEdit edit) {
    return state.constants().stream()
        .filter(constant -> constant.name().equals(buffer))
        .findFirst()
        .orElseThrow(
            () -> edit.refuse("buffer %s: expected a constant input of the DAG".formatted(buffer)));
  }

  private void checkPadding(StateEdit edit, Shape logical) {
    long limit = Math.multiplyExact(Math.max(1, logical.elements()), MAX_PADDING);
    long padded = 1;
    for (int d = 0; d < logical.rank(); d++) {
      long inner = 1;
      for (long factor : layout.factors().get(d)) {
        inner = factor > limit / inner ? limit + 1 : inner * factor;
      }
      long parts = Math.max(1, Math.ceilDiv(logical.extent(d), inner)) * inner;
      padded = parts > limit / padded ? limit + 1 : padded * parts;
    }
    if (padded > limit) {
      throw edit.refuse(
          "buffer %s: factors %s pad shape %s to more than %d times its size; expected smaller ones"
              .formatted(buffer, layout.factors(), logical, MAX_PADDING));
    }
  }

  private void checkLayout(StateEdit edit, int rank) {
    if (layout.factors().size() != rank) {
      throw edit.refuse(
          "buffer %s: factors for %d dimensions; expected %d"
              .formatted(buffer, layout.factors().size(), rank));
    }
    if (layout.factors().stream().flatMap(List::stream).anyMatch(factor -> factor < 1)) {
      throw edit.refuse(
          "buffer %s: factors %s; expected at least 1".formatted(buffer, layout.factors()));
    }
    int parts = layout.factors().stream().mapToInt(factors -> factors.size() + 1).sum();
    List<Integer> expected = IntStream.range(0, parts).boxed().toList();
    if (!layout.order().stream().sorted().toList().equals(expected)) {
      throw edit.refuse(
          "buffer %s: order %s; expected each part of %s once"
              .formatted(buffer, layout.order(), expected));
    }
  }
}
