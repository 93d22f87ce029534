package dev.tilewright.graph.builtin;

import dev.tilewright.base.UserException;
import dev.tilewright.graph.ops.Layout;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What can be chosen about a built-in network.
 *
 * @param batch number of images
 * @param layout of the input and of everything inside
 * @param image height and width of the images, a multiple of 32
 * @param seed of the random weights
 */
record NetworkOptions(long batch, Layout layout, long image, long seed) {
  private static final long PIXELS_A_FEATURE = 32;

  /** The defaults as they are written in a model's name. */
  static final String DEFAULTS = "batch=1,layout=NHWC,image=224,seed=1";

  NetworkOptions {
    if (batch < 1) {
      throw new UserException("batch=%d: expected at least 1".formatted(batch));
    }
    if (image < PIXELS_A_FEATURE || image % PIXELS_A_FEATURE != 0) {
      throw new UserException(
          "image=%d: expected a positive multiple of %d".formatted(image, PIXELS_A_FEATURE));
    }
  }

  /**
   * The options in a text such as {@code batch=4,layout=NCHW}; what it leaves out has its default.
   *
   * @throws UserException if a key is unknown or a value is none of the key's
   */
  static NetworkOptions parse(String text) {
    Map<String, String> values = new LinkedHashMap<>();
    putAll(values, DEFAULTS);
    Map<String, String> given = new LinkedHashMap<>();
    putAll(given, text);
    for (Map.Entry<String, String> entry : given.entrySet()) {
      if (values.replace(entry.getKey(), entry.getValue()) == null) {
        throw new UserException(
            "unknown key '%s'; expected some of %s".formatted(entry.getKey(), DEFAULTS));
      }
    }
    return new NetworkOptions(
        number("batch", values),
        layout(values.get("layout")),
        number("image", values),
        number("seed", values));
  }

  private static void putAll(Map<String, String> values, String text) {
    if (text.isEmpty()) {
      return;
    }
    for (String part : text.split(",", -1)) {
      int equals = part.indexOf('=');
      if (equals < 1) {
        throw new UserException("'%s': expected key=value, some of %s".formatted(part, DEFAULTS));
      }
      if (values.put(part.substring(0, equals), part.substring(equals + 1)) != null) {
        throw new UserException("'%s': the key is given twice".formatted(part));
      }
    }
  }

  private static long number(String key, Map<String, String> values) {
    try {
      return Long.parseLong(values.get(key));
    } catch (NumberFormatException malformed) {
      throw new UserException(
          "%s=%s: expected a whole number".formatted(key, values.get(key)), malformed);
    }
  }

  private static Layout layout(String name) {
    return switch (name) {
      case "NCHW" -> Layout.CHANNELS_FIRST;
      case "NHWC" -> Layout.CHANNELS_LAST;
      default -> throw new UserException("layout=%s: expected NCHW or NHWC".formatted(name));
    };
  }
}
