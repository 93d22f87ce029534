package dev.tilewright.graph.spec;

import dev.tilewright.base.UserException;
import dev.tilewright.core.te.ComputeDag;
import dev.tilewright.graph.ir.Graph;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * One operator with all its values, for example {@code dense:batch=1,in=2048,out=1000}. Keys that
 * are not given have the defaults of the {@link OpCatalogue}.
 */
public final class OpSpec {
  private final OpKind kind;
  private final Map<String, String> given;
  private final OpArguments arguments;

  private OpSpec(OpKind kind, Map<String, String> given, OpArguments arguments) {
    this.kind = kind;
    this.given = given;
    this.arguments = arguments;
  }

  /**
   * The operator that a text names.
   *
   * @param text {@code name} or {@code name:key=value,…}, or a name of {@link AnsorWorkloads}
   * @throws UserException if name, key or value is not known; one line with suggestions
   */
  public static OpSpec parse(String text) {
    String trimmed = AnsorWorkloads.find(text.strip()).orElse(text.strip());
    int colon = trimmed.indexOf(':');
    String name = colon < 0 ? trimmed : trimmed.substring(0, colon);
    OpKind kind = find(name);
    Map<String, String> given = new LinkedHashMap<>();
    if (colon >= 0 && colon < trimmed.length() - 1) {
      for (String part : trimmed.substring(colon + 1).split(",", -1)) {
        addValue(kind, part.strip(), given);
      }
    }
    Map<String, String> values = new LinkedHashMap<>();
    for (OpParameter parameter : kind.parameters()) {
      values.put(parameter.key(), given.getOrDefault(parameter.key(), parameter.defaultValue()));
    }
    return new OpSpec(kind, given, new OpArguments(name, values));
  }

  /** True if the text is a named workload or its part before the first colon an operator. */
  public static boolean isKnown(String text) {
    if (AnsorWorkloads.find(text.strip()).isPresent()) {
      return true;
    }
    String name = text.strip().split(":", 2)[0];
    return OpCatalogue.KINDS.stream().anyMatch(kind -> kind.name().equals(name));
  }

  public OpKind kind() {
    return kind;
  }

  /** The name and all values that differ from the defaults, in the catalogue's order. */
  public String text() {
    String values =
        kind.parameters().stream()
            .filter(
                parameter ->
                    given.containsKey(parameter.key())
                        || isExtent(parameter)
                        || !arguments.word(parameter.key()).equals(parameter.defaultValue()))
            .map(parameter -> parameter.key() + "=" + arguments.word(parameter.key()))
            .collect(Collectors.joining(","));
    return values.isEmpty() ? kind.name() : kind.name() + ":" + values;
  }

  /**
   * The operator's tensor expressions.
   *
   * @throws UserException if the values do not fit each other
   */
  public ComputeDag dag() {
    return definition().dag();
  }

  /**
   * The operator as a network of its own, to run whole or to hand to other systems.
   *
   * @param seed of the weights
   * @throws UserException if the values do not fit each other
   */
  public Graph network(long seed) {
    return definition().network(seed);
  }

  private OpDefinition definition() {
    return kind.builder().apply(arguments);
  }

  @Override
  public String toString() {
    return text();
  }

  private static boolean isExtent(OpParameter parameter) {
    return parameter.kind() == OpParameter.Kind.EXTENT
        || parameter.kind() == OpParameter.Kind.SHAPE;
  }

  private static OpKind find(String name) {
    List<String> names = OpCatalogue.KINDS.stream().map(OpKind::name).toList();
    return OpCatalogue.KINDS.stream()
        .filter(kind -> kind.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new UserException(
                    "operator '%s': there is none of that name%s (`tilewright ops` lists all)"
                        .formatted(name, Suggestions.of(name, names))));
  }

  private static void addValue(OpKind kind, String part, Map<String, String> given) {
    int equals = part.indexOf('=');
    if (equals < 1 || equals == part.length() - 1) {
      throw new UserException(
          "%s: got '%s'; expected key=value, for example %s"
              .formatted(kind.name(), part, example(kind)));
    }
    String key = part.substring(0, equals);
    List<String> keys = kind.parameters().stream().map(OpParameter::key).toList();
    if (!keys.contains(key)) {
      throw new UserException(
          "%s: there is no key '%s'%s; expected one of %s"
              .formatted(kind.name(), key, Suggestions.of(key, keys), String.join(", ", keys)));
    }
    if (given.put(key, part.substring(equals + 1)) != null) {
      throw new UserException("%s: the key '%s' is given twice".formatted(kind.name(), key));
    }
  }

  private static String example(OpKind kind) {
    OpParameter first = kind.parameters().getFirst();
    return first.key() + "=" + first.defaultValue();
  }
}
