package dev.tilewright.core.analysis;

import dev.tilewright.core.expr.Index;
import dev.tilewright.core.expr.Var;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Draws index expressions like those that splits, fusions and halos make, and wilder ones. */
final class RandomIndices {
  private static final long[] CONSTANTS = {2, 3, 4, 6, 7, 8, 12, 14, 16, 28};

  private final Random random;
  final List<Var> vars = new ArrayList<>();

  RandomIndices(Random random) {
    this.random = random;
    int count = 1 + random.nextInt(3);
    for (int v = 0; v < count; v++) {
      vars.add(new Var("v" + v, 1 + random.nextInt(count == 1 ? 200 : 13)));
    }
  }

  Index draw(int depth) {
    if (depth == 0) {
      return random.nextInt(5) == 0
          ? Index.of(random.nextInt(21) - 10)
          : Index.of(vars.get(random.nextInt(vars.size())));
    }
    return switch (random.nextInt(9)) {
      case 0, 1, 2 -> draw(depth - 1).plus(draw(depth - 1));
      case 3 -> draw(depth - 1).minus(draw(depth - 1));
      case 4 -> draw(depth - 1).times(random.nextInt(5) == 0 ? -constant() : constant());
      case 5 -> draw(depth - 1).floorDiv(constant());
      case 6 -> draw(depth - 1).floorMod(constant());
      case 7 -> Index.min(draw(depth - 1), draw(depth - 1));
      default -> splitAndFused(draw(depth - 1));
    };
  }

  /** {@code (x / c) * c + x % c} in one of its shapes. */
  private Index splitAndFused(Index x) {
    long c = constant();
    long d = constant();
    return switch (random.nextInt(3)) {
      case 0 -> x.floorDiv(c).times(c).plus(x.floorMod(c));
      case 1 ->
          x.floorDiv(c * d)
              .times(c * d)
              .plus(x.floorDiv(c).floorMod(d).times(c))
              .plus(x.floorMod(c));
      default -> x.floorDiv(c).floorMod(d).times(c).plus(x.floorMod(c));
    };
  }

  long constant() {
    return CONSTANTS[random.nextInt(CONSTANTS.length)];
  }
}
