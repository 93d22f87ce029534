package dev.tilewright.graph.ops;

import dev.tilewright.base.UserException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;

/**
 * How a convolution or pooling kernel moves over its input; one value a spatial dimension.
 *
 * @param kernel number of taps
 * @param strides distance of neighbouring results in the input
 * @param dilations distance of neighbouring taps in the input
 * @param padBegin elements added before the input
 * @param padEnd elements added after the input
 */
public record Window(
    List<Long> kernel,
    List<Long> strides,
    List<Long> dilations,
    List<Long> padBegin,
    List<Long> padEnd) {
  public Window {
    kernel = List.copyOf(kernel);
    strides = List.copyOf(strides);
    dilations = List.copyOf(dilations);
    padBegin = List.copyOf(padBegin);
    padEnd = List.copyOf(padEnd);
    requireLength("strides", strides, kernel.size());
    requireLength("dilations", dilations, kernel.size());
    requireLength("pads at the beginning", padBegin, kernel.size());
    requireLength("pads at the end", padEnd, kernel.size());
    requireAtLeast("kernel", kernel, 1);
    requireAtLeast("strides", strides, 1);
    requireAtLeast("dilations", dilations, 1);
    requireAtLeast("pads at the beginning", padBegin, 0);
    requireAtLeast("pads at the end", padEnd, 0);
  }

  /** Stride and dilation 1, no padding. */
  public static Window of(long... kernel) {
    List<Long> ones = Collections.nCopies(kernel.length, 1L);
    List<Long> zeros = Collections.nCopies(kernel.length, 0L);
    return new Window(LongStream.of(kernel).boxed().toList(), ones, ones, zeros, zeros);
  }

  /** The same window with these strides. */
  public Window withStrides(long... values) {
    return new Window(kernel, boxed(values), dilations, padBegin, padEnd);
  }

  /** The same window with these dilations. */
  public Window withDilations(long... values) {
    return new Window(kernel, strides, boxed(values), padBegin, padEnd);
  }

  /** The same window with these pads on both sides. */
  public Window withPads(long... values) {
    return new Window(kernel, strides, dilations, boxed(values), boxed(values));
  }

  /**
   * The same window with the padding that makes {@code ceil(input / stride)} results (ONNX {@code
   * SAME_UPPER}, {@code SAME_LOWER}).
   *
   * @param input the extents of the input's spatial dimensions
   * @param upper whether an odd element goes to the end
   */
  public Window withSamePads(List<Long> input, boolean upper) {
    List<Long> less = new ArrayList<>();
    List<Long> more = new ArrayList<>();
    for (int d = 0; d < rank(); d++) {
      long results = Math.ceilDiv(input.get(d), strides.get(d));
      long pad = Math.max(0, (results - 1) * strides.get(d) + reach(d) - input.get(d));
      less.add(pad / 2);
      more.add(pad - pad / 2);
    }
    return new Window(kernel, strides, dilations, upper ? less : more, upper ? more : less);
  }

  /** Number of spatial dimensions. */
  public int rank() {
    return kernel.size();
  }

  /** Input elements from the first tap to the last, both counted. */
  public long reach(int dimension) {
    return (kernel.get(dimension) - 1) * dilations.get(dimension) + 1;
  }

  /** The input's extent with padding. */
  public long padded(int dimension, long input) {
    return input + padBegin.get(dimension) + padEnd.get(dimension);
  }

  /** Number of windows that lie inside the padded input; 0 or less if it is too small. */
  public long results(int dimension, long input) {
    return Math.floorDiv(padded(dimension, input) - reach(dimension), strides.get(dimension)) + 1;
  }

  /**
   * As {@link #results}, with a last window that may reach over the padded end but must start
   * before the padding at the end.
   */
  public long resultsRoundedUp(int dimension, long input) {
    long stride = strides.get(dimension);
    long results = Math.ceilDiv(padded(dimension, input) - reach(dimension), stride) + 1;
    boolean startsOutside = (results - 1) * stride >= input + padBegin.get(dimension);
    return startsOutside ? results - 1 : results;
  }

  /** True if any dimension is padded. */
  public boolean isPadded() {
    return padBegin.stream().anyMatch(pad -> pad > 0) || padEnd.stream().anyMatch(pad -> pad > 0);
  }

  private static List<Long> boxed(long[] values) {
    return LongStream.of(values).boxed().toList();
  }

  private static void requireLength(String what, List<Long> values, int length) {
    if (values.size() != length) {
      throw new UserException(
          "window: got %d %s %s; expected %d, one a spatial dimension of the kernel"
              .formatted(values.size(), what, values, length));
    }
  }

  private static void requireAtLeast(String what, List<Long> values, long least) {
    if (values.stream().anyMatch(value -> value < least)) {
      throw new UserException(
          "window: %s are %s; expected each to be at least %d".formatted(what, values, least));
    }
  }
}
