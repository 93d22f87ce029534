package dev.tilewright.codegen.cpu;

import dev.tilewright.core.target.CpuTarget;

/**
 * The conversions of float16 and bfloat16 under the names by which LLVM calls them for processors
 * that have no instructions for them. C compilers have a library for that; kernels have none.
 */
final class SmallFloatLibrary {
  /**
   * Shifted into place, the magnitude is a float32 that is too small by {@code 2^112}; sums with
   * 0.5 have the unit of the smallest float16 and so round subnormal results.
   */
  private static final String FLOAT16 =
      """
      define linkonce_odr hidden float @__extendhfsf2(half %x) nounwind {
        %half = bitcast half %x to i16
        %word = zext i16 %half to i32
        %signed = and i32 %word, 32768
        %sign = shl i32 %signed, 16
        %magnitude = and i32 %word, 32767
        %shifted = shl i32 %magnitude, 13
        %small = bitcast i32 %shifted to float
        %scaled = fmul float %small, 0x46F0000000000000
        %finite = bitcast float %scaled to i32
        %special = or i32 %shifted, 2139095040
        %isSpecial = icmp uge i32 %magnitude, 31744
        %bits = select i1 %isSpecial, i32 %special, i32 %finite
        %all = or i32 %bits, %sign
        %result = bitcast i32 %all to float
        ret float %result
      }

      define linkonce_odr hidden half @__truncsfhf2(float %x) nounwind {
        %word = bitcast float %x to i32
        %top = lshr i32 %word, 16
        %sign = and i32 %top, 32768
        %magnitude = and i32 %word, 2147483647
        %kept = lshr i32 %magnitude, 13
        %odd = and i32 %kept, 1
        %tie = add i32 %odd, 4095
        %sum = add i32 %magnitude, %tie
        %rebased = sub i32 %sum, 939524096
        %normal = lshr i32 %rebased, 13
        %absolute = bitcast i32 %magnitude to float
        %aligned = fadd float %absolute, 5.0e-01
        %alignedBits = bitcast float %aligned to i32
        %subnormal = sub i32 %alignedBits, 1056964608
        %isSubnormal = icmp ult i32 %magnitude, 947912704
        %finite = select i1 %isSubnormal, i32 %subnormal, i32 %normal
        %isLarge = icmp uge i32 %magnitude, 1199566848
        %number = select i1 %isLarge, i32 31744, i32 %finite
        %isNan = icmp ugt i32 %magnitude, 2139095040
        %unsigned = select i1 %isNan, i32 32256, i32 %number
        %bits = or i32 %unsigned, %sign
        %half = trunc i32 %bits to i16
        %result = bitcast i16 %half to half
        ret half %result
      }

      """;

  private static final String BFLOAT16 =
      """
      define linkonce_odr hidden bfloat @__truncsfbf2(float %x) nounwind {
        %word = bitcast float %x to i32
        %top = lshr i32 %word, 16
        %odd = and i32 %top, 1
        %tie = add i32 %odd, 32767
        %sum = add i32 %word, %tie
        %rounded = lshr i32 %sum, 16
        %quiet = or i32 %top, 64
        %isNan = fcmp uno float %x, %x
        %bits = select i1 %isNan, i32 %quiet, i32 %rounded
        %half = trunc i32 %bits to i16
        %result = bitcast i16 %half to bfloat
        ret bfloat %result
      }

      """;

  private SmallFloatLibrary() {}

  /** The functions that the text of a module may need on a processor. */
  static String text(CharSequence module, CpuTarget target) {
    if (!target.triple().startsWith("x86")) {
      return "";
    }
    String text = module.toString();
    boolean convertsFloat16 = target.vectorBits() > 128 || target.features().contains("+f16c");
    boolean convertsBfloat16 = target.features().contains("+avx512bf16");
    return (text.contains("half") && !convertsFloat16 ? FLOAT16 : "")
        + (text.contains("bfloat") && !convertsBfloat16 ? BFLOAT16 : "");
  }
}
