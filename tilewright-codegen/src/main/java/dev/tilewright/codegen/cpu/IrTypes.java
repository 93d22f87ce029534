package dev.tilewright.codegen.cpu;

import dev.tilewright.base.DType;

/** How values are typed in LLVM IR. A bool is {@code i1} in registers and {@code i8} in memory. */
final class IrTypes {
  private IrTypes() {}

  /** The type of one element in memory. */
  static String memory(DType dtype) {
    return switch (dtype.kind()) {
      case FLOAT -> floating(dtype.bits());
      case BFLOAT -> "bfloat";
      case INT, UINT, BOOL -> "i" + dtype.bits();
    };
  }

  /** The type of one element in a register. */
  static String register(DType dtype) {
    return dtype.isBool() ? "i1" : memory(dtype);
  }

  /** The type in registers of a value with some lanes; a scalar for one lane. */
  static String register(DType dtype, int lanes) {
    return vector(register(dtype), lanes);
  }

  /** A vector type, or the element type itself for one lane. */
  static String vector(String elementType, int lanes) {
    return lanes == 1 ? elementType : "<%d x %s>".formatted(lanes, elementType);
  }

  /** The part of an intrinsic's name that stands for a type: {@code f32}, {@code v16f32}. */
  static String suffix(String elementType, int lanes) {
    String element =
        switch (elementType) {
          case "half" -> "f16";
          case "bfloat" -> "bf16";
          case "float" -> "f32";
          case "double" -> "f64";
          case "ptr" -> "p0";
          case String integer -> integer;
        };
    return lanes == 1 ? element : "v" + lanes + element;
  }

  private static String floating(int bits) {
    return switch (bits) {
      case 16 -> "half";
      case 32 -> "float";
      case 64 -> "double";
      default -> throw new IllegalArgumentException("no float type of " + bits + " bits");
    };
  }
}
