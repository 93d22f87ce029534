package dev.tilewright.runtime.artifact;

import dev.tilewright.base.InternalException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The digest that artifacts are protected with. */
final class Checksums {
  private Checksums() {}

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new InternalException("SHA-256: every Java platform has it", impossible);
    }
  }
}
