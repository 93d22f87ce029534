package dev.tilewright.codegen;

/**
 * How much LLVM does for the speed of the code that it makes. {@link CpuCompiler} has settings of
 * its own that were chosen by measurement; others serve to measure.
 *
 * @param passes what is done with the IR, in the notation of LLVM's {@code opt -passes}
 * @param level of the code generator: 0 (none) to 3 (aggressive)
 */
public record LlvmSettings(String passes, int level) {
  private static final int HIGHEST_LEVEL = 3;

  public LlvmSettings {
    if (level < 0 || level > HIGHEST_LEVEL) {
      throw new IllegalArgumentException(
          "level of the code generator: got %d; expected 0 to %d".formatted(level, HIGHEST_LEVEL));
    }
  }

  /**
   * The settings that programs are compiled with, whether they are measured or shipped.
   *
   * @param version LLVM's, such as {@code 20.1.7}
   */
  static LlvmSettings standard(String version) {
    return new LlvmSettings(PassPipeline.of(version), HIGHEST_LEVEL);
  }
}
