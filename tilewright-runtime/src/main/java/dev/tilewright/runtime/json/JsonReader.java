package dev.tilewright.runtime.json;

import dev.tilewright.base.UserException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads JSON text (RFC 8259) of objects, arrays, strings and whole numbers. */
public final class JsonReader {
  /** Deeper nesting than any of our files has would overflow the stack. */
  private static final int DEEPEST = 64;

  private final String text;
  private int position;

  private JsonReader(String text) {
    this.text = text;
  }

  /**
   * The value that the text holds.
   *
   * @throws UserException if it holds none, or more than one
   */
  public static Json read(String text) {
    JsonReader reader = new JsonReader(text);
    Json value = reader.value(0);
    if (reader.peek() != END) {
      throw reader.unexpected("the end");
    }
    return value;
  }

  private static final char END = 0;

  private Json value(int depth) {
    if (depth > DEEPEST) {
      throw unexpected("at most %d levels".formatted(DEEPEST));
    }
    return switch (peek()) {
      case '{' -> members(depth);
      case '[' -> elements(depth);
      case '"' -> new Json.Text(string());
      default -> number();
    };
  }

  private Json members(int depth) {
    Map<String, Json> members = new LinkedHashMap<>();
    take('{');
    if (peek() != '}') {
      do {
        String name = string();
        take(':');
        members.put(name, value(depth + 1));
      } while (takeIf(','));
    }
    take('}');
    return new Json.Members(members);
  }

  private Json elements(int depth) {
    List<Json> elements = new ArrayList<>();
    take('[');
    if (peek() != ']') {
      do {
        elements.add(value(depth + 1));
      } while (takeIf(','));
    }
    take(']');
    return new Json.Elements(elements);
  }

  private Json number() {
    int start = position;
    while (position < text.length() && "-0123456789".indexOf(text.charAt(position)) >= 0) {
      position++;
    }
    try {
      return new Json.Whole(Long.parseLong(text, start, position, 10));
    } catch (NumberFormatException none) {
      position = start;
      throw unexpected("a value");
    }
  }

  private String string() {
    take('"');
    StringBuilder value = new StringBuilder();
    while (true) {
      if (position >= text.length()) {
        throw unexpected("\"");
      }
      char c = text.charAt(position++);
      if (c == '"') {
        return value.toString();
      }
      value.append(c == '\\' ? escaped() : c);
    }
  }

  private char escaped() {
    char c = position < text.length() ? text.charAt(position++) : END;
    return switch (c) {
      case '"', '\\', '/' -> c;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> hexadecimal();
      default -> throw unexpected("an escape");
    };
  }

  private char hexadecimal() {
    try {
      int code = Integer.parseInt(text, position, Math.min(text.length(), position + 4), 16);
      position += 4;
      return (char) code;
    } catch (NumberFormatException wrong) {
      throw unexpected("four hexadecimal digits");
    }
  }

  /** The next character that is not white space; {@link #END} after the last. */
  private char peek() {
    while (position < text.length() && " \t\r\n".indexOf(text.charAt(position)) >= 0) {
      position++;
    }
    return position < text.length() ? text.charAt(position) : END;
  }

  private boolean takeIf(char wanted) {
    boolean found = peek() == wanted;
    position += found ? 1 : 0;
    return found;
  }

  private void take(char wanted) {
    if (!takeIf(wanted)) {
      throw unexpected(String.valueOf(wanted));
    }
  }

  private UserException unexpected(String expected) {
    String found = position < text.length() ? "'" + text.charAt(position) + "'" : "the end";
    return new UserException(
        "JSON text: %s at character %d; expected %s".formatted(found, position, expected));
  }
}
