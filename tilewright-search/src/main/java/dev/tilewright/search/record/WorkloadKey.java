package dev.tilewright.search.record;

import dev.tilewright.base.Sha256;
import dev.tilewright.base.UserException;
import dev.tilewright.core.te.ComputeDag;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * Identifies a computation across networks, runs and versions: a hash of the DAG without names. Two
 * DAGs have one key exactly if they are the same operations on the same shapes and types in the
 * same order, whatever their buffers and axes are called. The key is taken from the computation as
 * the operator defines it, before any schedule changes it.
 *
 * @param hex 32 hexadecimal digits: the first half of a SHA-256
 */
public record WorkloadKey(String hex) {
  private static final int BYTES = 16;

  public WorkloadKey {
    // Without a regular expression, since files have millions of keys.
    if (hex.length() != 2 * BYTES || !hex.chars().allMatch(WorkloadKey::isDigit)) {
      throw new UserException(
          "workload key '%s'; expected %d hexadecimal digits"
              .formatted(Json.firstLine(hex), 2 * BYTES));
    }
  }

  private static boolean isDigit(int c) {
    return '0' <= c && c <= '9' || 'a' <= c && c <= 'f';
  }

  public static WorkloadKey of(ComputeDag dag) {
    String canonical = DagCodec.encode(dag, Naming.NONE).toString();
    byte[] digest = Sha256.digest().digest(canonical.getBytes(StandardCharsets.UTF_8));
    return new WorkloadKey(HexFormat.of().formatHex(digest, 0, BYTES));
  }

  @Override
  public String toString() {
    return hex;
  }
}
