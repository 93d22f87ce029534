package dev.tilewright.bench.onnx;

import dev.tilewright.base.DType;
import dev.tilewright.base.UserException;

/** Codes of element types in ONNX's {@code TensorProto.DataType}. */
final class OnnxTypes {
  private OnnxTypes() {}

  static int code(DType dtype) {
    return switch (dtype.kind()) {
      case FLOAT -> dtype.bits() == 16 ? 10 : dtype.bits() == 32 ? 1 : 11;
      case BFLOAT -> 16;
      case BOOL -> 9;
      case UINT ->
          switch (dtype.bits()) {
            case 8 -> 2;
            case 16 -> 4;
            case 32 -> 12;
            default -> 13;
          };
      case INT ->
          switch (dtype.bits()) {
            case 8 -> 3;
            case 16 -> 5;
            case 32 -> 6;
            case 64 -> 7;
            default -> throw new UserException("ONNX has no element type " + dtype);
          };
    };
  }
}
