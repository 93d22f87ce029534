package dev.tilewright.graph.spec;

/**
 * A key of an operator specification.
 *
 * @param key its name
 * @param kind which values it takes
 * @param defaultValue the value when the key is not given
 * @param meaning one line for people
 */
public record OpParameter(String key, Kind kind, String defaultValue, String meaning) {
  /** Which values a key takes. */
  public enum Kind {
    /** A whole number above 0. */
    EXTENT("a whole number above 0, for example 64"),
    /** A whole number from 0 on for all spatial dimensions, or one for each: {@code 0x3}. */
    SPATIAL("a whole number for all spatial dimensions or one for each, for example 1 or 0x3"),
    /** A whole number; negative ones count from the end. */
    AXIS("a whole number, negative ones count from the end, for example -1"),
    /** Extents: {@code 1x1000}. */
    SHAPE("extents, for example 1x1000"),
    /** {@code true} or {@code false}. */
    FLAG("true or false"),
    /** The name of an element type. */
    DTYPE("an element type, for example float32"),
    /** One of the words that the meaning lists. */
    WORD("one of the words listed by `tilewright ops`");

    private final String expected;

    Kind(String expected) {
      this.expected = expected;
    }

    /** What a value looks like, for errors. */
    public String expected() {
      return expected;
    }
  }

  static OpParameter extent(String key, long value, String meaning) {
    return new OpParameter(key, Kind.EXTENT, Long.toString(value), meaning);
  }

  static OpParameter spatial(String key, String value, String meaning) {
    return new OpParameter(key, Kind.SPATIAL, value, meaning);
  }

  static OpParameter flag(String key, boolean value, String meaning) {
    return new OpParameter(key, Kind.FLAG, Boolean.toString(value), meaning);
  }

  static OpParameter shape(String value, String meaning) {
    return new OpParameter("shape", Kind.SHAPE, value, meaning);
  }

  static OpParameter axis(String value, String meaning) {
    return new OpParameter("axis", Kind.AXIS, value, meaning);
  }

  static OpParameter word(String key, String value, String meaning) {
    return new OpParameter(key, Kind.WORD, value, meaning);
  }

  static OpParameter dtype() {
    return new OpParameter("dtype", Kind.DTYPE, "float32", "element type of the inputs");
  }
}
