package dev.tilewright.search.rule;

import dev.tilewright.core.schedule.Iter;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.Stage;
import dev.tilewright.core.schedule.step.Reorder;
import dev.tilewright.core.schedule.step.Split;
import dev.tilewright.core.schedule.step.Step;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Multi-level tiling (Ansor, OSDI 2020, section 4.1): every spatial loop is split into as many
 * parts as the structure has letters S, every reduction loop into as many as it has R, and the
 * parts are ordered as the letters say. Loops of one point are left alone and stand at their first
 * letter.
 *
 * @param letters for example {@code SSRSRS}
 */
record TileStructure(String letters) {
  /** For reductions that read elements several times: two cache levels and a register tile. */
  static final TileStructure REUSE = new TileStructure("SSRSRS");

  /** For reductions without reuse: a register tile is all that helps. */
  static final TileStructure STREAM = new TileStructure("SSRS");

  /**
   * For GPUs: blocks, virtual threads, threads; tiles of the reduction in shared memory; register
   * tiles.
   */
  static final TileStructure GRID = new TileStructure("SSSRRSRS");

  int spatialParts() {
    return parts('S');
  }

  /**
   * Splits and orders the loops of a plain stage.
   *
   * @param splits receives the index in the state's steps of the split of each spatial loop, by
   *     name
   */
  ScheduleState apply(ScheduleState state, Stage stage, Map<String, Integer> splits) {
    ScheduleState tiled = state;
    Map<String, List<String>> parts = new LinkedHashMap<>();
    for (Iter iter : stage.iters()) {
      int count = parts(letter(iter));
      if (iter.extent() <= 1 || count < 2) {
        parts.put(iter.name(), List.of(iter.name()));
        continue;
      }
      if (iter.kind() == Iter.Kind.SPATIAL) {
        splits.put(iter.name(), tiled.steps().size());
      }
      Step split = new Split(stage.name(), iter.name(), Collections.nCopies(count - 1, 1L));
      tiled = split.apply(tiled);
      parts.put(iter.name(), partNames(iter.name(), count));
    }
    return new Reorder(stage.name(), order(stage, parts)).apply(tiled);
  }

  private List<String> order(Stage stage, Map<String, List<String>> parts) {
    List<String> order = new ArrayList<>();
    int spatial = 0;
    int reduce = 0;
    for (char letter : letters.toCharArray()) {
      int level = letter == 'S' ? spatial++ : reduce++;
      for (Iter iter : stage.iters()) {
        List<String> names = parts.get(iter.name());
        if (letter(iter) == letter && level < names.size()) {
          order.add(names.get(level));
        }
      }
    }
    return order;
  }

  /** Names of the loops that a split yields. */
  static List<String> partNames(String iter, int count) {
    List<String> names = new ArrayList<>();
    for (int part = 0; part < count; part++) {
      names.add(iter + "." + part);
    }
    return names;
  }

  private static char letter(Iter iter) {
    return iter.kind() == Iter.Kind.SPATIAL ? 'S' : 'R';
  }

  private int parts(char letter) {
    return (int) letters.chars().filter(c -> c == letter).count();
  }
}
