package dev.tilewright.graph.spec;

import java.util.List;
import java.util.function.Function;

/**
 * An operator that specifications can name.
 *
 * @param name the part before the colon
 * @param summary one line for people
 * @param parameters its keys in the order in which they are printed
 * @param builder what it computes for given values
 */
public record OpKind(
    String name,
    String summary,
    List<OpParameter> parameters,
    Function<OpArguments, OpDefinition> builder) {
  public OpKind {
    parameters = List.copyOf(parameters);
  }
}
