package dev.tilewright.codegen;

/**
 * What LLVM does with the IR before it generates code. Which loops are vector code or written out
 * is already decided, so that promoting stack memory to registers, hoisting out of loops and
 * merging equal computations are what is left. These few passes give code as fast as {@code
 * default<O2>} on register tiles, convolutions with padding, plain loop nests and mathematical
 * functions, in a third of its time.
 */
final class PassPipeline {
  private static final String COMBINE = "instcombine<no-verify-fixpoint>";

  private static final String SHORT =
      String.join(
          ",",
          "function(sroa",
          "early-cse<memssa>",
          "simplifycfg",
          COMBINE,
          "loop-mssa(licm)",
          "gvn",
          COMBINE,
          "simplifycfg)");

  private PassPipeline() {}

  /**
   * The pipeline in the notation of a version.
   *
   * @param version LLVM's, such as {@code 20.1.7}
   */
  static String of(String version) {
    // Version 17 names the options of the passes differently.
    return version.startsWith("17.") ? "default<O2>" : SHORT;
  }

  /**
   * The pipeline for GPUs. Pointers are generic in our text, so that state spaces are inferred;
   * alignments are, too, so that lanes are loaded together.
   *
   * @param version LLVM's, such as {@code 20.1.7}
   */
  static String ofGpu(String version) {
    if (version.startsWith("17.")) {
      return "default<O2>";
    }
    return SHORT
        .replace("function(sroa", "function(sroa,infer-address-spaces")
        .replaceAll("simplifycfg\\)$", "infer-alignment,simplifycfg)");
  }
}
