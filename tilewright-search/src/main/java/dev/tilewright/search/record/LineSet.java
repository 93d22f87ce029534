package dev.tilewright.search.record;

import dev.tilewright.base.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/**
 * A set of lines of which it keeps no more than the first 16 bytes of their SHA-256, in two numbers
 * of an open-addressing table.
 */
final class LineSet {
  private static final int FIRST_SLOTS = 1 << 10;

  private final MessageDigest sha = Sha256.digest();
  private long[] table = new long[2 * FIRST_SLOTS];
  private int size;

  /** Adds a line; false if it is there already. */
  boolean add(String line) {
    ByteBuffer digest = ByteBuffer.wrap(sha.digest(line.getBytes(StandardCharsets.UTF_8)));
    // Two zeros mark a free slot.
    boolean added = insert(table, digest.getLong() | 1, digest.getLong());
    if (added && 3L * ++size > table.length) {
      grow();
    }
    return added;
  }

  private void grow() {
    long[] larger = new long[Math.multiplyExact(2, table.length)];
    for (int at = 0; at < table.length; at += 2) {
      if (table[at] != 0) {
        insert(larger, table[at], table[at + 1]);
      }
    }
    table = larger;
  }

  private static boolean insert(long[] table, long first, long second) {
    int mask = table.length / 2 - 1;
    for (int slot = (int) (second & mask); ; slot = (slot + 1) & mask) {
      int at = 2 * slot;
      if (table[at] == 0) {
        table[at] = first;
        table[at + 1] = second;
        return true;
      }
      if (table[at] == first && table[at + 1] == second) {
        return false;
      }
    }
  }
}
