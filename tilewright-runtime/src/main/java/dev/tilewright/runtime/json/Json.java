package dev.tilewright.runtime.json;

import dev.tilewright.base.UserException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A JSON value. Numbers are integers of 64 bits: the artifact format has no others. */
public sealed interface Json {
  /** An object; its members keep their order. */
  record Members(Map<String, Json> values) implements Json {
    public Members {
      values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /**
     * A member that has to be there.
     *
     * @throws UserException if it is not
     */
    public Json get(String name) {
      if (!values.containsKey(name)) {
        throw new UserException("JSON object: member \"%s\" is missing".formatted(name));
      }
      return values.get(name);
    }
  }

  /** An array. */
  record Elements(List<Json> values) implements Json {
    public Elements {
      values = List.copyOf(values);
    }
  }

  /** A string. */
  record Text(String value) implements Json {}

  /** A number. */
  record Whole(long value) implements Json {}

  /** The members of an object. */
  default Members asMembers() {
    return this instanceof Members members ? members : wrong("an object");
  }

  /** The elements of an array. */
  default List<Json> asList() {
    return this instanceof Elements elements ? elements.values() : wrong("an array");
  }

  /** The characters of a string. */
  default String asText() {
    return this instanceof Text text ? text.value() : wrong("a string");
  }

  /** The value of a number. */
  default long asLong() {
    return this instanceof Whole whole ? whole.value() : wrong("a whole number");
  }

  /** The value of a number that fits in 32 bits. */
  default int asInt() {
    long value = asLong();
    return value == (int) value ? (int) value : wrong("a number of 32 bits");
  }

  private <T> T wrong(String expected) {
    String text = JsonWriter.write(this);
    String shown = text.length() > 60 ? text.substring(0, 60) + "…" : text;
    throw new UserException("JSON value: got %s; expected %s".formatted(shown, expected));
  }
}
