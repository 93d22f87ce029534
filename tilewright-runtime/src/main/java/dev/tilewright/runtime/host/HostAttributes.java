package dev.tilewright.runtime.host;

import dev.tilewright.base.UserException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The attributes of a host operator as text, {@code name=value} with commas between, as plans and
 * artifacts hold them. Values have neither commas nor equals signs.
 */
public final class HostAttributes {
  private final Map<String, String> values;

  private HostAttributes(Map<String, String> values) {
    this.values = values;
  }

  /** No attributes. */
  public static HostAttributes none() {
    return new HostAttributes(Map.of());
  }

  /**
   * Reads what {@link #text} wrote.
   *
   * @throws UserException if the text is malformed
   */
  public static HostAttributes parse(String text) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String part : text.isEmpty() ? new String[0] : text.split(",", -1)) {
      int equals = part.indexOf('=');
      if (equals < 1) {
        throw new UserException(
            "host attributes '%s': '%s' is no name=value".formatted(text, part));
      }
      values.put(part.substring(0, equals), part.substring(equals + 1));
    }
    return new HostAttributes(values);
  }

  /** These and one more. */
  public HostAttributes with(String name, Object value) {
    Map<String, String> more = new LinkedHashMap<>(values);
    more.put(name, value.toString());
    return new HostAttributes(more);
  }

  public String text() {
    return values.entrySet().stream()
        .map(entry -> entry.getKey() + "=" + entry.getValue())
        .collect(Collectors.joining(","));
  }

  public long integer(String name) {
    return number(name, Long::parseLong);
  }

  public int axis(String name) {
    return number(name, Integer::parseInt);
  }

  public double real(String name) {
    return number(name, Double::parseDouble);
  }

  public boolean flag(String name) {
    return Boolean.parseBoolean(string(name));
  }

  /** The constant of an enum with that name. */
  public <E extends Enum<E>> E constant(String name, Class<E> type) {
    return number(name, text -> Enum.valueOf(type, text));
  }

  public String string(String name) {
    String value = values.get(name);
    if (value == null) {
      throw new UserException(
          "host attributes '%s': %s is missing; the plan is from another version"
              .formatted(text(), name));
    }
    return value;
  }

  private <T> T number(String name, Function<String, T> reader) {
    String value = string(name);
    try {
      return reader.apply(value);
    } catch (IllegalArgumentException malformed) {
      throw new UserException(
          "host attributes '%s': %s cannot be '%s'".formatted(text(), name, value), malformed);
    }
  }
}
