package dev.tilewright.codegen;

import dev.tilewright.base.UserException;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Processors that code can be generated for on another one of the same architecture. */
enum NamedCpu {
  X86_64("x86-64", "x86_64", 128, 16),
  X86_64_V2("x86-64-v2", "x86_64", 128, 16),
  X86_64_V3("x86-64-v3", "x86_64", 256, 16),
  X86_64_V4("x86-64-v4", "x86_64", 512, 32),
  HASWELL("haswell", "x86_64", 256, 16),
  BROADWELL("broadwell", "x86_64", 256, 16),
  SKYLAKE("skylake", "x86_64", 256, 16),
  ALDERLAKE("alderlake", "x86_64", 256, 16),
  SKYLAKE_AVX512("skylake-avx512", "x86_64", 512, 32),
  CASCADELAKE("cascadelake", "x86_64", 512, 32),
  ICELAKE_SERVER("icelake-server", "x86_64", 512, 32),
  SAPPHIRERAPIDS("sapphirerapids", "x86_64", 512, 32),
  GRANITERAPIDS("graniterapids", "x86_64", 512, 32),
  ZNVER1("znver1", "x86_64", 256, 16),
  ZNVER2("znver2", "x86_64", 256, 16),
  ZNVER3("znver3", "x86_64", 256, 16),
  ZNVER4("znver4", "x86_64", 512, 32),
  ZNVER5("znver5", "x86_64", 512, 32),
  CORTEX_A72("cortex-a72", "aarch64", 128, 32),
  NEOVERSE_N1("neoverse-n1", "aarch64", 128, 32),
  NEOVERSE_N2("neoverse-n2", "aarch64", 128, 32),
  NEOVERSE_V1("neoverse-v1", "aarch64", 128, 32),
  NEOVERSE_V2("neoverse-v2", "aarch64", 128, 32),
  APPLE_M1("apple-m1", "aarch64", 128, 32),
  APPLE_M4("apple-m4", "aarch64", 128, 32);

  private final String mcpu;
  private final String architecture;
  private final VectorUnit vectors;

  NamedCpu(String mcpu, String architecture, int vectorBits, int vectorRegisters) {
    this.mcpu = mcpu;
    this.architecture = architecture;
    this.vectors = new VectorUnit(vectorBits, vectorRegisters);
  }

  VectorUnit vectors() {
    return vectors;
  }

  /**
   * The processor with LLVM's name for it.
   *
   * @param triple of which the architecture must be the processor's
   * @throws UserException if there is none
   */
  static NamedCpu of(String mcpu, String triple) {
    for (NamedCpu cpu : values()) {
      if (cpu.mcpu.equals(mcpu) && cpu.isOf(triple)) {
        return cpu;
      }
    }
    throw new UserException(
        "target processor '%s' is not known for %s; expected native or one of %s"
            .formatted(
                mcpu,
                triple,
                Arrays.stream(values())
                    .filter(cpu -> cpu.isOf(triple))
                    .map(cpu -> cpu.mcpu)
                    .collect(Collectors.joining(", "))));
  }

  private boolean isOf(String triple) {
    return triple.startsWith(architecture)
        || architecture.equals("aarch64") && triple.startsWith("arm64");
  }
}
