package dev.tilewright.graph.onnx;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.base.UserException;
import dev.tilewright.graph.onnx.format.OnnxTensor;
import dev.tilewright.runtime.Tensor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Copies stored tensors into memory, checking that as many elements are stored as declared. */
final class TensorDecoder {
  private final ExternalData external;

  /**
   * @param external where tensors stored outside of the model are found
   */
  TensorDecoder(ExternalData external) {
    this.external = external;
  }

  /**
   * @throws UserException if type, shape and data do not fit together
   */
  Tensor decode(OnnxTensor stored) {
    String where = "tensor '%s'".formatted(stored.name());
    DType dtype = OnnxElementType.parse(stored.elementType(), where);
    Shape shape = Shape.of(stored.dimensions());
    long bytes = sizeInBytes(dtype, shape, where);
    return switch (stored.data()) {
      case OnnxTensor.Raw raw -> fromBytes(dtype, shape, raw.bytes(), bytes, where);
      case OnnxTensor.Reals reals -> fromReals(dtype, shape, reals.values(), where);
      case OnnxTensor.Integers integers -> fromIntegers(dtype, shape, integers.values(), where);
      case OnnxTensor.External data ->
          fromBytes(dtype, shape, external.map(data, bytes, where), bytes, where);
      case OnnxTensor.Strings unused ->
          throw new UserException(where + ": strings under a numeric element type");
      case OnnxTensor.None unused -> {
        requireCount(where, shape, 0, shape.elements());
        yield Tensor.allocate(dtype, shape);
      }
    };
  }

  private static long sizeInBytes(DType dtype, Shape shape, String where) {
    try {
      return Math.multiplyExact(shape.elements(), (long) dtype.bytes());
    } catch (ArithmeticException overflow) {
      throw new UserException(
          "%s: %s %s has more bytes than fit in 64 bits".formatted(where, dtype, shape), overflow);
    }
  }

  private static Tensor fromBytes(
      DType dtype, Shape shape, ByteBuffer bytes, long expected, String where) {
    if (bytes.remaining() != expected) {
      throw new UserException(
          "%s: %d bytes are stored; expected %d, the size of %s %s"
              .formatted(where, bytes.remaining(), expected, dtype, shape));
    }
    Tensor tensor = Tensor.allocate(dtype, shape);
    MemorySegment source = MemorySegment.ofBuffer(bytes);
    MemorySegment target = tensor.segment();
    if (ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN || dtype.bytes() == 1) {
      target.copyFrom(source);
    } else {
      copySwapped(dtype.bytes(), source, target);
    }
    return tensor;
  }

  private static void copySwapped(int width, MemorySegment source, MemorySegment target) {
    ValueLayout.OfByte layout = ValueLayout.JAVA_BYTE;
    for (long i = 0; i < source.byteSize(); i++) {
      target.set(layout, i / width * width + width - 1 - i % width, source.get(layout, i));
    }
  }

  private static Tensor fromReals(DType dtype, Shape shape, double[] values, String where) {
    requireCount(where, shape, values.length, shape.elements());
    Tensor tensor = Tensor.allocate(dtype, shape);
    for (int i = 0; i < values.length; i++) {
      tensor.set(i, values[i]);
    }
    return tensor;
  }

  private static Tensor fromIntegers(DType dtype, Shape shape, long[] values, String where) {
    requireCount(where, shape, values.length, shape.elements());
    Tensor tensor = Tensor.allocate(dtype, shape);
    if (dtype.isFloat() && dtype.bits() == 16) {
      // The format stores 16-bit floats as the integers that have their bits.
      Tensor bits = Tensor.wrap(DType.INT16, shape, tensor.segment());
      for (int i = 0; i < values.length; i++) {
        bits.set(i, (short) values[i]);
      }
      return tensor;
    }
    for (int i = 0; i < values.length; i++) {
      tensor.set(i, values[i]);
    }
    return tensor;
  }

  private static void requireCount(String where, Shape shape, long stored, long expected) {
    if (stored != expected) {
      throw new UserException(
          "%s: %d elements are stored; expected %d, as many as the shape %s has"
              .formatted(where, stored, expected, shape));
    }
  }
}
