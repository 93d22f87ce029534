package dev.tilewright.cli.doctor;

/**
 * One thing that the doctor looked at.
 *
 * @param what the thing, in a few words
 * @param status whether it is as it should be
 * @param detail what was found, or what is missing and how to get it
 */
public record Finding(String what, Status status, String detail) {
  /** How bad it is. */
  public enum Status {
    OK,
    /** Something optional is not there. */
    ABSENT,
    /** Tilewright does not work until this is mended. */
    BROKEN
  }

  public static Finding ok(String what, String detail) {
    return new Finding(what, Status.OK, detail);
  }

  public static Finding absent(String what, String detail) {
    return new Finding(what, Status.ABSENT, detail);
  }

  public static Finding broken(String what, String detail) {
    return new Finding(what, Status.BROKEN, detail);
  }
}
