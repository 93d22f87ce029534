package dev.tilewright.core.schedule;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import java.lang.foreign.MemorySegment;

/** A function of a constant's values that is evaluated once, ahead of all runs. */
public sealed interface ConstantTransform {
  /** The values as they are. */
  ConstantTransform AS_GIVEN = new AsGiven();

  /** The type of the result. */
  DType dtype(DType given);

  /** The shape of the result, row-major. */
  Shape shape(Shape given);

  /**
   * Evaluates the function.
   *
   * @param dtype of the given values
   * @param given their shape
   * @param from the given values, row-major
   * @param to memory for the result
   */
  void apply(DType dtype, Shape given, MemorySegment from, MemorySegment to);

  /** The values as they are. */
  record AsGiven() implements ConstantTransform {
    @Override
    public DType dtype(DType given) {
      return given;
    }

    @Override
    public Shape shape(Shape given) {
      return given;
    }

    @Override
    public void apply(DType dtype, Shape given, MemorySegment from, MemorySegment to) {
      to.copyFrom(from);
    }
  }

  /**
   * The kernels of a 3×3 convolution as Winograd's minimal filtering multiplies them: from [3, 3,
   * channels, outputs] to [alpha², channels, outputs], alpha = tile + 2, where row {@code a * alpha
   * + b} is element (a, b) of G·g·Gᵀ.
   *
   * @param tile 2 or 4
   * @param dtype of the result, float32 or float64
   */
  record WinogradKernel(int tile, DType dtype) implements ConstantTransform {
    @Override
    public DType dtype(DType given) {
      return dtype;
    }

    @Override
    public Shape shape(Shape given) {
      long alpha = WinogradMatrices.of(tile).alpha();
      return Shape.of(alpha * alpha, given.extent(2), given.extent(3));
    }

    @Override
    public void apply(DType from, Shape given, MemorySegment kernels, MemorySegment to) {
      new WinogradKernelValues(WinogradMatrices.of(tile), given).write(from, kernels, dtype, to);
    }
  }
}
