package dev.tilewright.runtime.json;

import java.util.Iterator;
import java.util.Map;

/** JSON as text in one line (RFC 8259). */
public final class JsonWriter {
  private final StringBuilder out = new StringBuilder();

  private JsonWriter() {}

  public static String write(Json value) {
    JsonWriter writer = new JsonWriter();
    writer.append(value);
    return writer.out.toString();
  }

  private void append(Json value) {
    switch (value) {
      case Json.Text text -> appendText(text.value());
      case Json.Whole whole -> out.append(whole.value());
      case Json.Elements elements -> {
        out.append('[');
        for (Iterator<Json> each = elements.values().iterator(); each.hasNext(); ) {
          append(each.next());
          out.append(each.hasNext() ? "," : "");
        }
        out.append(']');
      }
      case Json.Members members -> {
        out.append('{');
        Iterator<Map.Entry<String, Json>> each = members.values().entrySet().iterator();
        while (each.hasNext()) {
          Map.Entry<String, Json> member = each.next();
          appendText(member.getKey());
          out.append(':');
          append(member.getValue());
          out.append(each.hasNext() ? "," : "");
        }
        out.append('}');
      }
    }
  }

  private void appendText(String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < ' ' || Character.isSurrogate(c)) {
        out.append("\\u%04x".formatted((int) c));
      } else {
        out.append(c);
      }
    }
    out.append('"');
  }
}
