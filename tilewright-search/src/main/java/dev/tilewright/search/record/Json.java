package dev.tilewright.search.record;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tilewright.base.UserException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Reading and writing JSON trees with errors that name the field. Objects keep insertion order. */
public final class Json {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private Json() {}

  public static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  public static ArrayNode array() {
    return JsonNodeFactory.instance.arrayNode();
  }

  /** One line of text. */
  public static String write(JsonNode node) {
    return node.toString();
  }

  /**
   * @throws UserException if the text is not one JSON object
   */
  public static ObjectNode readObject(String text) {
    try {
      if (MAPPER.readTree(text) instanceof ObjectNode object) {
        return object;
      }
    } catch (JsonProcessingException malformed) {
      throw new UserException("not JSON: " + firstLine(malformed.getOriginalMessage()), malformed);
    }
    throw new UserException("not a JSON object");
  }

  public static ArrayNode longs(List<Long> values) {
    ArrayNode array = array();
    values.forEach(array::add);
    return array;
  }

  public static ArrayNode texts(List<String> values) {
    ArrayNode array = array();
    values.forEach(array::add);
    return array;
  }

  public static ArrayNode field(ObjectNode object, String name, ArrayNode value) {
    object.set(name, value);
    return value;
  }

  /** The member of an object or element of an array. */
  public static JsonNode require(JsonNode parent, String name) {
    JsonNode value = parent.get(name);
    if (value == null || value.isNull()) {
      throw new UserException("field '%s' is missing".formatted(name));
    }
    return value;
  }

  public static String text(JsonNode parent, String name) {
    return asText(require(parent, name), "field '%s'".formatted(name));
  }

  public static long integer(JsonNode parent, String name) {
    return asLong(require(parent, name), "field '%s'".formatted(name));
  }

  public static double number(JsonNode parent, String name) {
    return asDouble(require(parent, name), "field '%s'".formatted(name));
  }

  public static ArrayNode list(JsonNode parent, String name) {
    return asArray(require(parent, name), "field '%s'".formatted(name));
  }

  static String asText(JsonNode node, String where) {
    if (!node.isTextual()) {
      throw unexpected(node, where, "a string");
    }
    return node.textValue();
  }

  static long asLong(JsonNode node, String where) {
    if (!node.isIntegralNumber() || !node.canConvertToLong()) {
      throw unexpected(node, where, "an integer");
    }
    return node.longValue();
  }

  static double asDouble(JsonNode node, String where) {
    if (!node.isNumber()) {
      throw unexpected(node, where, "a number");
    }
    return node.doubleValue();
  }

  static ArrayNode asArray(JsonNode node, String where) {
    if (node instanceof ArrayNode array) {
      return array;
    }
    throw unexpected(node, where, "a list");
  }

  public static <T> List<T> map(JsonNode array, Function<JsonNode, T> element) {
    List<T> mapped = new ArrayList<>(array.size());
    asArray(array, "value").forEach(node -> mapped.add(element.apply(node)));
    return mapped;
  }

  public static List<Long> longList(JsonNode array) {
    return map(array, node -> asLong(node, "list element"));
  }

  public static List<Integer> intList(JsonNode array) {
    return map(array, node -> Math.toIntExact(asLong(node, "list element")));
  }

  public static List<String> textList(JsonNode array) {
    return map(array, node -> asText(node, "list element"));
  }

  /** The first line of a message, cut where it gets long. */
  public static String firstLine(String text) {
    String line = text.strip().lines().findFirst().orElse("");
    return line.length() <= 300 ? line : line.substring(0, 300) + "…";
  }

  private static UserException unexpected(JsonNode node, String where, String expected) {
    return new UserException(
        "%s is %s; expected %s".formatted(where, firstLine(node.toString()), expected));
  }
}
