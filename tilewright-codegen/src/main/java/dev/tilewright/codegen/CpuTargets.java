package dev.tilewright.codegen;

import dev.tilewright.base.UserException;
import dev.tilewright.core.target.CpuTarget;
import java.util.TreeSet;

/** CPU targets as users write them. */
public final class CpuTargets {
  private static final String EXPECTED = "expected cpu or cpu:mcpu=NAME, such as cpu:mcpu=znver4";

  private CpuTargets() {}

  /**
   * The target of a text {@code cpu[:mcpu=NAME]}. Without a name, and with the name of the host's
   * own processor, it is the host with all its features; another name means that processor with the
   * features that LLVM knows it to have and the host's caches.
   *
   * @param threads threads that a program may use
   * @throws UserException if the text is of another form or LLVM does not know the processor
   */
  public static CpuTarget parse(String text, int threads) {
    if (text.equals("cpu")) {
      return HostCpu.detect(threads);
    }
    String prefix = "cpu:mcpu=";
    if (!text.startsWith(prefix) || text.length() == prefix.length()) {
      throw new UserException("target '%s': %s".formatted(text, EXPECTED));
    }
    String mcpu = text.substring(prefix.length());
    CpuTarget host = HostCpu.detect(threads);
    return mcpu.equals(host.mcpu()) || mcpu.equals("native") ? host : named(mcpu, host);
  }

  /** The features follow from LLVM's name of the processor. */
  private static CpuTarget named(String mcpu, CpuTarget host) {
    VectorUnit vectors = NamedCpu.of(mcpu, host.triple()).vectors();
    return new CpuTarget(
        host.triple(),
        mcpu,
        new TreeSet<>(),
        vectors.bits(),
        vectors.registers(),
        host.threads(),
        host.l1Bytes(),
        host.l2Bytes(),
        host.l3Bytes());
  }
}
