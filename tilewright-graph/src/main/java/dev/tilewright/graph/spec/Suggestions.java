package dev.tilewright.graph.spec;

import java.util.Comparator;
import java.util.List;

/** Words like a word that is not known. */
final class Suggestions {
  private static final int MOST = 3;

  private Suggestions() {}

  /** For example {@code "; did you mean dense or add?"}; empty if no word is near. */
  static String of(String word, List<String> known) {
    int near = Math.max(2, word.length() / 2);
    List<String> nearest =
        known.stream()
            .filter(candidate -> distance(word, candidate) <= near || related(word, candidate))
            .sorted(Comparator.comparingInt(candidate -> distance(word, candidate)))
            .limit(MOST)
            .toList();
    return nearest.isEmpty() ? "" : "; did you mean " + String.join(" or ", nearest) + "?";
  }

  private static boolean related(String word, String candidate) {
    return word.length() > 2 && (candidate.contains(word) || word.contains(candidate));
  }

  /** Insertions, deletions and replacements that turn one word into the other (Levenshtein). */
  private static int distance(String a, String b) {
    int[] previous = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] current = new int[b.length() + 1];
      current[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        current[j] = Math.min(replaced, Math.min(previous[j], current[j - 1]) + 1);
      }
      previous = current;
    }
    return previous[b.length()];
  }
}
