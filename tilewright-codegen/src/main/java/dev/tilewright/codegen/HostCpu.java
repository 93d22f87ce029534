package dev.tilewright.codegen;

import dev.tilewright.codegen.llvm.Llvm;
import dev.tilewright.core.target.CpuTarget;
import java.util.SortedSet;
import java.util.TreeSet;

/** The processor that this process runs on. */
public final class HostCpu {
  private HostCpu() {}

  /**
   * The processor as LLVM and the operating system describe it.
   *
   * @param threads threads that a program may use, at least 1
   */
  public static CpuTarget detect(int threads) {
    Llvm llvm = LlvmLibrary.host().llvm();
    SortedSet<String> features = new TreeSet<>();
    for (String feature : llvm.hostCpuFeatures().split(",")) {
      if (feature.startsWith("+")) {
        features.add(feature);
      }
    }
    String triple = llvm.hostTriple();
    VectorUnit unit = VectorUnit.of(triple, features);
    CacheSizes caches = CacheSizes.ofHost();
    return new CpuTarget(
        triple,
        llvm.hostCpuName(),
        features,
        unit.bits(),
        unit.registers(),
        threads,
        caches.l1Bytes(),
        caches.l2Bytes(),
        caches.l3Bytes());
  }
}
