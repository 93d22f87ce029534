package dev.tilewright.runtime.artifact;

import dev.tilewright.base.UserException;
import dev.tilewright.runtime.Tensor;
import dev.tilewright.runtime.plan.Plan;
import java.util.List;

/**
 * A compiled network: everything that running it needs, in memory.
 *
 * @param target the machine that it was compiled for
 * @param constants in the order of {@link Plan#constants()}
 * @param code a shared library with all kernels that the plan launches; empty if it launches none
 */
public record Artifact(ArtifactTarget target, Plan plan, List<Tensor> constants, byte[] code) {
  public Artifact {
    constants = List.copyOf(constants);
    if (constants.size() != plan.constants().size()) {
      throw new UserException(
          "artifact of %s: got %d constants; expected %d"
              .formatted(plan.name(), constants.size(), plan.constants().size()));
    }
    for (int position = 0; position < constants.size(); position++) {
      plan.constants().get(position).check("constant", constants.get(position));
    }
  }
}
