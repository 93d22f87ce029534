package dev.tilewright.runtime;

import dev.tilewright.base.DType;
import dev.tilewright.base.EnvironmentException;
import dev.tilewright.base.Shape;
import dev.tilewright.base.UserException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;

/**
 * A dense row-major array in native memory, in the byte order of the machine.
 *
 * <p>The memory belongs to the arena that it was allocated from: the caller's, or, where none is
 * given, one that frees it when the tensor is no longer reachable. A tensor itself is never closed.
 * Allocated memory is zero and starts at a multiple of {@link #ALIGNMENT}; wrapped memory keeps the
 * alignment that it has. A tensor with an extent of zero has no bytes and is otherwise like any
 * other.
 */
public final class Tensor {
  /** Alignment of allocated tensors in bytes: one cache line and the widest vector register. */
  public static final int ALIGNMENT = 64;

  private final DType dtype;
  private final Shape shape;
  private final MemorySegment segment;

  private Tensor(DType dtype, Shape shape, MemorySegment segment) {
    this.dtype = dtype;
    this.shape = shape;
    this.segment = segment;
  }

  /** A tensor of zeros that is freed when it is no longer reachable. */
  public static Tensor allocate(DType dtype, Shape shape) {
    return allocate(dtype, shape, Arena.ofAuto());
  }

  /**
   * A tensor of zeros that lives as long as the arena.
   *
   * @throws EnvironmentException if the machine does not have that much memory
   */
  public static Tensor allocate(DType dtype, Shape shape, Arena arena) {
    long bytes = byteSize(dtype, shape);
    try {
      return new Tensor(dtype, shape, arena.allocate(bytes, ALIGNMENT));
    } catch (OutOfMemoryError full) {
      throw new EnvironmentException(
          "tensor %s %s: %d bytes of native memory are not available; expected less, or a machine with more"
              .formatted(dtype, shape, bytes),
          full);
    }
  }

  /**
   * A tensor over memory that somebody else owns and keeps alive.
   *
   * @param segment exactly the elements, row-major
   * @throws UserException if the size does not fit
   */
  public static Tensor wrap(DType dtype, Shape shape, MemorySegment segment) {
    long bytes = byteSize(dtype, shape);
    if (segment.byteSize() != bytes) {
      throw new UserException(
          "tensor %s %s: the memory has %d bytes; expected %d"
              .formatted(dtype, shape, segment.byteSize(), bytes));
    }
    return new Tensor(dtype, shape, segment);
  }

  /** A float32 tensor with the given elements, row-major. */
  public static Tensor of(Shape shape, float... values) {
    Tensor tensor = sized(DType.FLOAT32, shape, values.length);
    MemorySegment.copy(values, 0, tensor.segment, ValueLayout.JAVA_FLOAT, 0, values.length);
    return tensor;
  }

  /** A float64 tensor with the given elements, row-major. */
  public static Tensor of(Shape shape, double... values) {
    Tensor tensor = sized(DType.FLOAT64, shape, values.length);
    MemorySegment.copy(values, 0, tensor.segment, ValueLayout.JAVA_DOUBLE, 0, values.length);
    return tensor;
  }

  /** An int32 tensor with the given elements, row-major. */
  public static Tensor of(Shape shape, int... values) {
    Tensor tensor = sized(DType.INT32, shape, values.length);
    MemorySegment.copy(values, 0, tensor.segment, ValueLayout.JAVA_INT, 0, values.length);
    return tensor;
  }

  /** An int64 tensor with the given elements, row-major. */
  public static Tensor of(Shape shape, long... values) {
    Tensor tensor = sized(DType.INT64, shape, values.length);
    MemorySegment.copy(values, 0, tensor.segment, ValueLayout.JAVA_LONG, 0, values.length);
    return tensor;
  }

  /** A tensor of any type with the given elements, row-major, each rounded to that type. */
  public static Tensor convert(DType dtype, Shape shape, double... values) {
    Tensor tensor = sized(dtype, shape, values.length);
    for (int i = 0; i < values.length; i++) {
      tensor.set(i, values[i]);
    }
    return tensor;
  }

  public DType dtype() {
    return dtype;
  }

  public Shape shape() {
    return shape;
  }

  /** The elements, row-major, without padding. */
  public MemorySegment segment() {
    return segment;
  }

  /** Size of the elements in bytes. */
  public long bytes() {
    return segment.byteSize();
  }

  /** True if kernels can use the memory in place: native and on an {@link #ALIGNMENT} boundary. */
  public boolean isAligned() {
    return segment.isNative() && segment.address() % ALIGNMENT == 0;
  }

  /**
   * The same memory seen with another shape.
   *
   * @throws UserException if the number of elements differs
   */
  public Tensor reshape(Shape newShape) {
    if (newShape.elements() != shape.elements()) {
      throw new UserException(
          "reshape of tensor %s: got %s, %d elements; expected %d elements"
              .formatted(shape, newShape, newShape.elements(), shape.elements()));
    }
    return new Tensor(dtype, newShape, segment);
  }

  /** A copy with the same elements that is freed when it is no longer reachable. */
  public Tensor copy() {
    Tensor result = allocate(dtype, shape);
    result.copyFrom(this);
    return result;
  }

  /** Overwrites the elements with those of a tensor of the same type and shape. */
  public void copyFrom(Tensor source) {
    if (!source.dtype.equals(dtype) || !source.shape.equals(shape)) {
      throw new UserException(
          "tensor copy: got %s %s; expected %s %s"
              .formatted(source.dtype, source.shape, dtype, shape));
    }
    segment.copyFrom(source.segment);
  }

  /** Element {@code flat} in row-major order; int64 beyond 2^53 is rounded. */
  public double getDouble(long flat) {
    return Elements.loadDouble(dtype, segment, checked(flat));
  }

  /** Element {@code flat} in row-major order; a float is truncated. */
  public long getLong(long flat) {
    return Elements.loadLong(dtype, segment, checked(flat));
  }

  /** Sets element {@code flat} in row-major order, rounded to the type of the tensor. */
  public void set(long flat, double value) {
    Elements.storeDouble(dtype, segment, checked(flat), value);
  }

  /** Sets element {@code flat} in row-major order, wrapped or rounded to the type of the tensor. */
  public void set(long flat, long value) {
    Elements.storeLong(dtype, segment, checked(flat), value);
  }

  /** All elements, row-major, rounded to float. */
  public float[] toFloats() {
    float[] values = new float[arrayLength()];
    if (dtype.equals(DType.FLOAT32)) {
      MemorySegment.copy(segment, ValueLayout.JAVA_FLOAT_UNALIGNED, 0, values, 0, values.length);
      return values;
    }
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) Elements.loadDouble(dtype, segment, i);
    }
    return values;
  }

  /** All elements, row-major; int64 beyond 2^53 is rounded. */
  public double[] toDoubles() {
    double[] values = new double[arrayLength()];
    for (int i = 0; i < values.length; i++) {
      values[i] = Elements.loadDouble(dtype, segment, i);
    }
    return values;
  }

  /** All elements, row-major; floats are truncated. */
  public long[] toLongs() {
    long[] values = new long[arrayLength()];
    for (int i = 0; i < values.length; i++) {
      values[i] = Elements.loadLong(dtype, segment, i);
    }
    return values;
  }

  /** Type and shape, for example {@code float32 1x224x224x3}; never the elements. */
  @Override
  public String toString() {
    return dtype + " " + shape;
  }

  private int arrayLength() {
    if (shape.elements() > Integer.MAX_VALUE - 8) {
      throw new UserException(
          "tensor %s: %d elements do not fit in a Java array; read its memory segment instead"
              .formatted(this, shape.elements()));
    }
    return (int) shape.elements();
  }

  private long checked(long flat) {
    return Objects.checkIndex(flat, shape.elements());
  }

  private static Tensor sized(DType dtype, Shape shape, int length) {
    if (shape.elements() != length) {
      throw new UserException(
          "tensor %s %s: got %d values; expected %d"
              .formatted(dtype, shape, length, shape.elements()));
    }
    return allocate(dtype, shape);
  }

  private static long byteSize(DType dtype, Shape shape) {
    if (dtype.lanes() != 1) {
      throw new UserException("tensor of " + dtype + ": expected a scalar element type");
    }
    try {
      return Math.multiplyExact(shape.elements(), (long) dtype.bytes());
    } catch (ArithmeticException overflow) {
      throw new UserException(
          "tensor %s %s: its size does not fit in 64 bits".formatted(dtype, shape));
    }
  }
}
