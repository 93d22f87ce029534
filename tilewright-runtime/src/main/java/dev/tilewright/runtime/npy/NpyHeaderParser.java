package dev.tilewright.runtime.npy;

import dev.tilewright.base.Shape;
import dev.tilewright.base.UserException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the dictionary in Python notation that an npy header holds: the keys {@code descr}, {@code
 * fortran_order} and {@code shape} in any order.
 */
final class NpyHeaderParser {
  private static final Pattern ENTRY =
      Pattern.compile(
          "\\s*(?:'(\\w+)'|\"(\\w+)\")\\s*:\\s*"
              + "(?:'([^']*)'|\"([^\"]*)\"|(True|False)|\\(([0-9,\\sL]*)\\))\\s*,?");

  private final String file;
  private final String text;
  private final Map<String, String> values = new HashMap<>();

  NpyHeaderParser(String file, String text) {
    this.file = file;
    this.text = text.strip();
  }

  NpyHeader parse(long dataOffset) {
    if (!text.startsWith("{") || !text.endsWith("}")) {
      throw malformed();
    }
    Matcher matcher = ENTRY.matcher(text).region(1, text.length() - 1);
    while (matcher.lookingAt()) {
      values.put(firstOf(matcher, 1, 2), firstOf(matcher, 3, 4, 5, 6));
      matcher.region(matcher.end(), matcher.regionEnd());
    }
    if (!text.substring(matcher.regionStart(), matcher.regionEnd()).isBlank()) {
      throw malformed();
    }
    NpyDescr descr = NpyDescr.parse(file, value("descr"));
    Shape shape = shape(value("shape"));
    if (shape.elements() > Long.MAX_VALUE / descr.dtype().bytes()) {
      throw tooLarge();
    }
    boolean fortranOrder = value("fortran_order").equals("True");
    return new NpyHeader(descr.dtype(), descr.order(), fortranOrder, shape, dataOffset);
  }

  private Shape shape(String extents) {
    List<Long> shape = new ArrayList<>();
    for (String extent : extents.split(",")) {
      if (!extent.isBlank()) {
        try {
          shape.add(Long.parseLong(extent.strip().replace("L", "")));
        } catch (NumberFormatException wrong) {
          throw malformed();
        }
      }
    }
    try {
      return Shape.of(shape);
    } catch (UserException overflow) {
      throw tooLarge();
    }
  }

  private UserException tooLarge() {
    return new UserException(
        "npy file %s: shape (%s) is too large; expected at most 2^63 bytes"
            .formatted(file, value("shape")));
  }

  private String value(String key) {
    if (!values.containsKey(key)) {
      throw malformed();
    }
    return values.get(key);
  }

  private UserException malformed() {
    String shown = text.length() > 120 ? text.substring(0, 120) + "…" : text;
    return new UserException(
        "npy file %s: header %s; expected {'descr': '<f4', 'fortran_order': False, 'shape': (2, 3)} or alike"
            .formatted(file, shown.replaceAll("\\p{Cntrl}", "?")));
  }

  private static String firstOf(Matcher matcher, int... groups) {
    for (int group : groups) {
      if (matcher.group(group) != null) {
        return matcher.group(group);
      }
    }
    throw new IllegalStateException("one alternative always matches");
  }
}
