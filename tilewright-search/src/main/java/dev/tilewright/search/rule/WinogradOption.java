package dev.tilewright.search.rule;

import dev.tilewright.core.schedule.step.Step;
import dev.tilewright.core.schedule.step.Winograd;
import java.util.List;

/**
 * Which of Winograd's algorithms for 3×3 convolutions may be used. They trade products for rounding
 * errors, which are larger for tiles of 4×4 results than for those of 2×2: the factors of their
 * transforms go up to 8.
 */
public enum WinogradOption {
  OFF(List.of()),
  TILE_2(List.of(2)),
  TILE_4(List.of(4)),
  /** Whatever turns out fastest. */
  AUTO(List.of(2, 4));

  private final List<Integer> tiles;

  WinogradOption(List<Integer> tiles) {
    this.tiles = tiles;
  }

  /** The tiles F(m×m, 3×3) that may be used beside the direct sum. */
  public List<Integer> tiles() {
    return tiles;
  }

  /** True if a schedule with these steps may be used. */
  public boolean allows(List<Step> steps) {
    return steps.stream()
        .allMatch(step -> !(step instanceof Winograd(var _, int tile)) || tiles.contains(tile));
  }
}
