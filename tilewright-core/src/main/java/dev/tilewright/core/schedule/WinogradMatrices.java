package dev.tilewright.core.schedule;

import java.util.List;

/**
 * The matrices of Winograd's minimal filtering F(m, 3): m neighbouring outputs of a correlation
 * with 3 taps from {@code alpha = m + 2} products, {@code output · ((kernel · g) ⊙ (input · d))}
 * for the taps g and the inputs d. Applied to rows and then to columns it is F(m×m, 3×3).
 *
 * <p>The matrices are those of Lavin and Gray, Fast Algorithms for Convolutional Neural Networks,
 * 2015, section 4: interpolation at 0, 1, -1 (and 2, -2 for m = 4) and infinity.
 *
 * @param input alpha × alpha, transposed B in the paper
 * @param kernel alpha × 3, G in the paper
 * @param output m × alpha, transposed A in the paper
 */
public record WinogradMatrices(
    List<List<Double>> input, List<List<Double>> kernel, List<List<Double>> output) {
  private static final WinogradMatrices TILE_2 =
      new WinogradMatrices(
          List.of(
              List.of(1.0, 0.0, -1.0, 0.0),
              List.of(0.0, 1.0, 1.0, 0.0),
              List.of(0.0, -1.0, 1.0, 0.0),
              List.of(0.0, 1.0, 0.0, -1.0)),
          List.of(
              List.of(1.0, 0.0, 0.0),
              List.of(0.5, 0.5, 0.5),
              List.of(0.5, -0.5, 0.5),
              List.of(0.0, 0.0, 1.0)),
          List.of(List.of(1.0, 1.0, 1.0, 0.0), List.of(0.0, 1.0, -1.0, -1.0)));

  private static final WinogradMatrices TILE_4 =
      new WinogradMatrices(
          List.of(
              List.of(4.0, 0.0, -5.0, 0.0, 1.0, 0.0),
              List.of(0.0, -4.0, -4.0, 1.0, 1.0, 0.0),
              List.of(0.0, 4.0, -4.0, -1.0, 1.0, 0.0),
              List.of(0.0, -2.0, -1.0, 2.0, 1.0, 0.0),
              List.of(0.0, 2.0, -1.0, -2.0, 1.0, 0.0),
              List.of(0.0, 4.0, 0.0, -5.0, 0.0, 1.0)),
          List.of(
              List.of(1.0 / 4, 0.0, 0.0),
              List.of(-1.0 / 6, -1.0 / 6, -1.0 / 6),
              List.of(-1.0 / 6, 1.0 / 6, -1.0 / 6),
              List.of(1.0 / 24, 1.0 / 12, 1.0 / 6),
              List.of(1.0 / 24, -1.0 / 12, 1.0 / 6),
              List.of(0.0, 0.0, 1.0)),
          List.of(
              List.of(1.0, 1.0, 1.0, 1.0, 1.0, 0.0),
              List.of(0.0, 1.0, -1.0, 2.0, -2.0, 0.0),
              List.of(0.0, 1.0, 1.0, 4.0, 4.0, 0.0),
              List.of(0.0, 1.0, -1.0, 8.0, -8.0, 1.0)));

  /** For m = {@code tile}, which is 2 or 4. */
  public static WinogradMatrices of(int tile) {
    return switch (tile) {
      case 2 -> TILE_2;
      case 4 -> TILE_4;
      default -> throw new IllegalArgumentException("tile %d; expected 2 or 4".formatted(tile));
    };
  }

  /** Inputs and products of a tile, one dimension. */
  public int alpha() {
    return input.size();
  }
}
