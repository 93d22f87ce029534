package dev.tilewright.search.record;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.tilewright.base.UserException;

/** A JSON list whose first element is a tag and whose other elements are arguments. */
record Fields(JsonNode node) {
  Fields {
    if (!(node instanceof ArrayNode) || node.isEmpty()) {
      throw new UserException("%s is not a tagged list".formatted(Json.firstLine(node.toString())));
    }
  }

  String tag() {
    return text(0);
  }

  int size() {
    return node.size();
  }

  JsonNode get(int position) {
    JsonNode value = node.get(position);
    if (value == null) {
      throw new UserException(
          "'%s' has %d elements; expected at least %d"
              .formatted(Json.firstLine(node.toString()), node.size(), position + 1));
    }
    return value;
  }

  String text(int position) {
    return Json.asText(get(position), where(position));
  }

  long integer(int position) {
    return Json.asLong(get(position), where(position));
  }

  int small(int position) {
    return Math.toIntExact(integer(position));
  }

  private String where(int position) {
    return "element %d of '%s'".formatted(position, Json.firstLine(node.toString()));
  }
}
