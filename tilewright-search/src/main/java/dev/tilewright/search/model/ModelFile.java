package dev.tilewright.search.model;

import dev.tilewright.base.Sha256;
import dev.tilewright.base.UserException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/**
 * A saved cost model: a line that names the format, a line with the hash of the features' names, a
 * line with the hash of what follows, then the trees. XGBoost ends the process when it reads trees
 * that are damaged, so nothing reaches it unchecked.
 */
final class ModelFile {
  private static final String FORMAT = "tilewright-cost-model 1";

  private ModelFile() {}

  static byte[] write(byte[] trees, List<String> features) {
    byte[] header = header(trees, features).getBytes(StandardCharsets.US_ASCII);
    byte[] file = Arrays.copyOf(header, header.length + trees.length);
    System.arraycopy(trees, 0, file, header.length, trees.length);
    return file;
  }

  /**
   * The trees in a file.
   *
   * @param origin for messages
   * @throws UserException if it is not a model, is damaged, or is of other features
   */
  static byte[] read(byte[] file, List<String> features, String origin) {
    int start = endOfLine(file, endOfLine(file, endOfLine(file, 0)));
    String[] lines = new String(file, 0, start, StandardCharsets.US_ASCII).split("\n");
    if (!lines[0].equals(FORMAT) || lines.length != 3) {
      throw new UserException(
          "cost model %s: not a saved model of this version; expected a file of tune --save-cost-model"
              .formatted(origin));
    }
    byte[] trees = Arrays.copyOfRange(file, start, file.length);
    if (!lines[1].equals(hash(features))) {
      throw new UserException(
          "cost model %s: trained on other features than this version's; train it again"
              .formatted(origin));
    }
    if (!lines[2].equals(hash(trees))) {
      throw new UserException(
          "cost model %s: damaged, its checksum differs; save it again".formatted(origin));
    }
    return trees;
  }

  private static String header(byte[] trees, List<String> features) {
    return FORMAT + "\n" + hash(features) + "\n" + hash(trees) + "\n";
  }

  /** Position after the next line feed; of the end if there is none. */
  private static int endOfLine(byte[] file, int from) {
    int end = from;
    while (end < file.length && file[end] != '\n') {
      end++;
    }
    return Math.min(file.length, end + 1);
  }

  private static String hash(List<String> features) {
    return hash(String.join(",", features).getBytes(StandardCharsets.US_ASCII));
  }

  private static String hash(byte[] bytes) {
    return HexFormat.of().formatHex(Sha256.digest().digest(bytes));
  }
}
