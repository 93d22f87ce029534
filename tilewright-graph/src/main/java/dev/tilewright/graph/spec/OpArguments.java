package dev.tilewright.graph.spec;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.base.UserException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * The values of the keys of a specification, read as their kind.
 *
 * @param operator the operator's name, for errors
 * @param values one for each key
 */
public record OpArguments(String operator, Map<String, String> values) {
  public OpArguments {
    values = Map.copyOf(values);
  }

  /** The text of a value. */
  public String word(String key) {
    return values.get(key);
  }

  public long extent(String key) {
    long value = number(key, word(key), OpParameter.Kind.EXTENT);
    if (value < 1) {
      throw wrong(key, OpParameter.Kind.EXTENT);
    }
    return value;
  }

  public int axis(String key) {
    return Math.toIntExact(number(key, word(key), OpParameter.Kind.AXIS));
  }

  /** One value a spatial dimension. */
  public long[] spatial(String key, int rank) {
    long[] parts = product(key, OpParameter.Kind.SPATIAL);
    if (parts.length == 1) {
      long[] repeated = new long[rank];
      Arrays.fill(repeated, parts[0]);
      return repeated;
    }
    if (parts.length != rank) {
      throw wrong(key, OpParameter.Kind.SPATIAL);
    }
    return parts;
  }

  public Shape shape(String key) {
    return Shape.of(product(key, OpParameter.Kind.SHAPE));
  }

  public boolean flag(String key) {
    return switch (word(key)) {
      case "true" -> true;
      case "false" -> false;
      default -> throw wrong(key, OpParameter.Kind.FLAG);
    };
  }

  public DType dtype() {
    return DType.parse(word("dtype"));
  }

  /** The value, which is one of some words. */
  public String oneOf(String key, List<String> words) {
    String word = word(key);
    if (!words.contains(word)) {
      throw new UserException(
          "%s: %s=%s; expected one of %s%s"
              .formatted(
                  operator, key, word, String.join(", ", words), Suggestions.of(word, words)));
    }
    return word;
  }

  private long[] product(String key, OpParameter.Kind kind) {
    return Arrays.stream(word(key).split("x", -1))
        .mapToLong(part -> number(key, part, kind))
        .peek(
            part -> {
              if (part < 0) {
                throw wrong(key, kind);
              }
            })
        .toArray();
  }

  private long number(String key, String text, OpParameter.Kind kind) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException notANumber) {
      throw wrong(key, kind);
    }
  }

  private UserException wrong(String key, OpParameter.Kind kind) {
    return new UserException(
        "%s: %s=%s; expected %s".formatted(operator, key, word(key), kind.expected()));
  }
}
