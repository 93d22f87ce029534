package dev.tilewright.core.interp;

import java.util.List;
import java.util.random.RandomGenerator;

/** A statement compiled for all threads of a block. */
@FunctionalInterface
interface BlockCode {
  void run(Frame[] threads);

  static BlockCode sequence(List<BlockCode> codes) {
    return threads -> codes.forEach(code -> code.run(threads));
  }

  /** Every thread on its own, in shuffled order: nobody may rely on one. */
  static BlockCode independent(StmtCode code, RandomGenerator random) {
    return threads -> {
      int offset = random.nextInt(threads.length);
      for (int i = 0; i < threads.length; i++) {
        code.run(threads[(offset + i) % threads.length]);
      }
    };
  }

  static BlockCode loop(int slot, long extent, BlockCode body) {
    return threads -> {
      for (long i = 0; i < extent; i++) {
        for (Frame thread : threads) {
          thread.integers[slot] = i;
        }
        body.run(threads);
      }
    };
  }
}
