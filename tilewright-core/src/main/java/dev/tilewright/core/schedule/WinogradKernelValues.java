package dev.tilewright.core.schedule;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.core.interp.HostArray;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * Evaluates G·g·Gᵀ for all kernels g of a convolution, a row of output channels at a time, in
 * double precision.
 */
final class WinogradKernelValues {
  private static final int TAPS = 3;

  private final List<List<Double>> matrix;
  private final int alpha;
  private final int channels;
  private final int outputs;

  /**
   * @param kernels [3, 3, channels, outputs]
   */
  WinogradKernelValues(WinogradMatrices matrices, Shape kernels) {
    this.matrix = matrices.kernel();
    this.alpha = matrices.alpha();
    this.channels = Math.toIntExact(kernels.extent(2));
    this.outputs = Math.toIntExact(kernels.extent(3));
  }

  void write(DType fromType, MemorySegment from, DType toType, MemorySegment to) {
    HostArray given = HostArray.wrap(fromType, Shape.of(TAPS, TAPS, channels, outputs), from);
    HostArray result = HostArray.wrap(toType, Shape.of(alpha, alpha, channels, outputs), to);
    for (int channel = 0; channel < channels; channel++) {
      double[][][] rows = new double[alpha][TAPS][];
      double[][][] taps = read(given, channel);
      for (int a = 0; a < alpha; a++) {
        for (int j = 0; j < TAPS; j++) {
          rows[a][j] = combine(matrix.get(a), taps[0][j], taps[1][j], taps[2][j]);
        }
      }
      for (int a = 0; a < alpha; a++) {
        for (int b = 0; b < alpha; b++) {
          double[] values = combine(matrix.get(b), rows[a][0], rows[a][1], rows[a][2]);
          store(result, position(a * alpha + b, channel), values);
        }
      }
    }
  }

  private double[][][] read(HostArray given, int channel) {
    double[][][] taps = new double[TAPS][TAPS][outputs];
    for (int i = 0; i < TAPS; i++) {
      for (int j = 0; j < TAPS; j++) {
        long start = position(i * TAPS + j, channel);
        for (int output = 0; output < outputs; output++) {
          taps[i][j][output] = given.getDouble(start + output);
        }
      }
    }
    return taps;
  }

  private double[] combine(List<Double> factors, double[] first, double[] second, double[] third) {
    double f = factors.get(0);
    double s = factors.get(1);
    double t = factors.get(2);
    double[] sums = new double[outputs];
    for (int output = 0; output < outputs; output++) {
      sums[output] = f * first[output] + s * second[output] + t * third[output];
    }
    return sums;
  }

  private static void store(HostArray result, long start, double[] values) {
    for (int output = 0; output < values.length; output++) {
      result.setDouble(start + output, values[output]);
    }
  }

  private long position(int row, int channel) {
    return ((long) row * channels + channel) * outputs;
  }
}
