package dev.tilewright.core.te;

import dev.tilewright.core.expr.Buffer;
import java.util.List;

/**
 * An input of the DAG.
 *
 * @param output the buffer that the caller fills
 * @param constant true if the values are known when the program is compiled, as weights are, so
 *     that a schedule may ask for another layout of them at no cost at run time
 */
public record Placeholder(Buffer output, boolean constant) implements Operation {
  @Override
  public List<Buffer> outputs() {
    return List.of(output);
  }
}
