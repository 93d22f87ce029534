package dev.tilewright.search.model;

import dev.tilewright.base.InternalException;
import dev.tilewright.core.target.CpuTarget;
import dev.tilewright.core.target.GpuTarget;
import dev.tilewright.core.target.Target;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/**
 * The cost model that comes with Tilewright, trained on records of the benchmark by {@code
 * dev/train-cost-model}, so that a task which nobody has tuned before does not start blind.
 */
public final class PretrainedModel {
  private static final String RESOURCE = "cpu-cost-model.ubj";

  private PretrainedModel() {}

  /** A model that goes on from the shipped one; one that starts blind if none is shipped. */
  public static LearnedModel of(Target target) {
    return switch (target) {
      case CpuTarget cpu -> forCpu(cpu);
      case GpuTarget gpu -> LearnedModel.blind(gpu);
    };
  }

  private static LearnedModel forCpu(CpuTarget target) {
    return bytes()
        .map(bytes -> LearnedModel.from(bytes, RESOURCE, target))
        .orElseGet(() -> LearnedModel.blind(target));
  }

  private static Optional<byte[]> bytes() {
    try (InputStream in = PretrainedModel.class.getResourceAsStream(RESOURCE)) {
      return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
    } catch (IOException e) {
      throw new InternalException("cost model: cannot read " + RESOURCE + ": " + e.getMessage(), e);
    }
  }
}
