package dev.tilewright.base;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The hash of keys, and the digest that files are protected with. */
public final class Sha256 {
  private Sha256() {}

  public static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new InternalException("SHA-256: every Java platform has it", impossible);
    }
  }
}
