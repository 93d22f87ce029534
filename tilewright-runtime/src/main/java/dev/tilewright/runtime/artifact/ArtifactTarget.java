package dev.tilewright.runtime.artifact;

import dev.tilewright.base.UserException;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The machine that an artifact was compiled for.
 *
 * @param text as {@code --target} takes it, such as {@code cpu:mcpu=znver4}
 * @param triple LLVM target triple
 * @param features LLVM feature strings that the code may use, such as {@code +avx512f}
 */
public record ArtifactTarget(String text, String triple, SortedSet<String> features) {
  public ArtifactTarget {
    features = Collections.unmodifiableSortedSet(new TreeSet<>(features));
  }

  /**
   * Checks that this machine can execute the code.
   *
   * @param artifact for the message
   * @throws UserException if it cannot
   */
  void requireThisMachine(String artifact) {
    HostMachine host = HostMachine.detect();
    if (!host.hasArchitectureOf(triple)) {
      throw new UserException(
          "artifact %s: it is for %s; expected one for %s, compile the model on this machine"
              .formatted(artifact, triple, host.description()));
    }
    List<String> missing = features.stream().filter(feature -> !host.has(feature)).toList();
    if (!missing.isEmpty()) {
      throw new UserException(
          "artifact %s: it is for %s and needs %s, which this processor does not have; compile the model on this machine"
              .formatted(artifact, text, String.join(" ", missing)));
    }
  }
}
