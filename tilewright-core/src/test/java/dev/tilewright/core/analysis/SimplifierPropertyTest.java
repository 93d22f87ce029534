package dev.tilewright.core.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Expr.CompareOp;
import dev.tilewright.core.expr.Index;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** On random indices: same value, bounds that hold, nothing left to do. */
class SimplifierPropertyTest {
  private static final int CASES = 4000;

  @Test
  void simplifiedIndicesHaveTheSameValueEverywhere() {
    for (int seed = 0; seed < CASES; seed++) {
      Random random = new Random(seed);
      RandomIndices indices = new RandomIndices(random);
      Index index = indices.draw(1 + random.nextInt(5));
      Index simple = Simplifier.simplify(index);
      Interval bounds = Simplifier.bounds(index);
      String what = "seed %d: %s -> %s, bounds %s".formatted(seed, index, simple, bounds);
      Points.forEach(
          indices.vars,
          point -> {
            long value = Points.evaluate(index, point);
            if (Points.evaluate(simple, point) != value || !bounds.contains(value)) {
              throw new AssertionError("%s; at %s it is %d".formatted(what, point, value));
            }
          });
    }
  }

  @Test
  void simplifyingTwiceChangesNothing() {
    for (int seed = 0; seed < CASES; seed++) {
      Random random = new Random(seed);
      Index index = new RandomIndices(random).draw(1 + random.nextInt(5));
      Index simple = Simplifier.simplify(index);
      assertThat(Simplifier.simplify(simple)).as("seed %d: %s", seed, index).isSameAs(simple);
    }
  }

  @Test
  void simplifiedConditionsHoldAtTheSamePoints() {
    int decided = 0;
    for (int seed = 0; seed < CASES; seed++) {
      Random random = new Random(seed);
      RandomIndices indices = new RandomIndices(random);
      Expr condition = condition(random, indices, 2);
      Expr simple = Simplifier.simplify(condition);
      decided += simple instanceof Expr.IntConst ? 1 : 0;
      String what = "seed %d: %s -> %s".formatted(seed, condition, simple);
      Points.forEach(
          indices.vars,
          point -> {
            if (Points.test(condition, point) != Points.test(simple, point)) {
              throw new AssertionError(what + "; differs at " + point);
            }
          });
      assertThat(Simplifier.simplify(simple)).as(what).isEqualTo(simple);
    }
    assertThat(decided).as("decided conditions").isBetween(CASES / 10, CASES * 9 / 10);
  }

  private static Expr condition(Random random, RandomIndices indices, int depth) {
    if (depth > 0 && random.nextBoolean()) {
      Expr left = condition(random, indices, depth - 1);
      return switch (random.nextInt(3)) {
        case 0 -> Expr.and(left, condition(random, indices, depth - 1));
        case 1 -> Expr.or(left, condition(random, indices, depth - 1));
        default -> new Expr.Not(left);
      };
    }
    CompareOp op = CompareOp.values()[random.nextInt(CompareOp.values().length)];
    return new Expr.CompareIndex(op, indices.draw(2), Index.of(random.nextInt(60) - 10));
  }
}
