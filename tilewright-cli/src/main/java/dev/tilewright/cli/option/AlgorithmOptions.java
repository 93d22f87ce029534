package dev.tilewright.cli.option;

import dev.tilewright.base.UserException;
import dev.tilewright.search.rule.WinogradOption;
import picocli.CommandLine.Option;

/** Which algorithms may compute an operator. */
public final class AlgorithmOptions {
  @Option(
      names = "--winograd",
      paramLabel = "off|2|4|auto",
      defaultValue = "auto",
      description = {
        "Winograd's algorithms for 3x3 convolutions of stride 1 (default: ${DEFAULT-VALUE}):",
        "off, tiles of 2x2 results, tiles of 4x4 results, or whatever is fastest.",
        "Tiles of 2x2 have about the rounding errors of a direct sum; those of 4x4 have larger",
        "ones, which are accepted up to 8 times the tolerance of other schedules.",
        "Records of algorithms that are not allowed are left aside."
      })
  private String winograd;

  /**
   * What the user allows.
   *
   * @throws UserException for another word
   */
  public WinogradOption winograd() {
    return switch (winograd) {
      case "off" -> WinogradOption.OFF;
      case "2" -> WinogradOption.TILE_2;
      case "4" -> WinogradOption.TILE_4;
      case "auto" -> WinogradOption.AUTO;
      default ->
          throw new UserException("--winograd %s: expected off, 2, 4 or auto".formatted(winograd));
    };
  }
}
