package dev.tilewright.graph.host;

import dev.tilewright.base.Shape;

/**
 * Walks the elements of a broadcast result in rows: runs along the innermost dimension in which
 * each of two inputs either moves on by one element or stays where it is.
 */
final class BroadcastRows {
  /** What is done with one row. */
  interface Row {
    /**
     * @param result position of the row's first element in the result
     * @param left position in the first input
     * @param right position in the second input
     * @param length number of elements
     * @param leftStep 1 if the first input moves on with the result, 0 if it stays
     * @param rightStep the same for the second input
     */
    void run(long result, long left, long right, long length, int leftStep, int rightStep);
  }

  private final long[] extents;
  private final long[] leftStrides;
  private final long[] rightStrides;
  private int rank;

  /** Dimensions in which both inputs move alike are taken together, which makes rows longer. */
  private BroadcastRows(Shape result, Shape left, Shape right) {
    extents = new long[result.rank() + 1];
    leftStrides = new long[result.rank() + 1];
    rightStrides = new long[result.rank() + 1];
    long[] leftAll = strides(left, result);
    long[] rightAll = strides(right, result);
    for (int axis = 0; axis < result.rank(); axis++) {
      if (result.extent(axis) != 1) {
        append(result.extent(axis), leftAll[axis], rightAll[axis]);
      }
    }
    if (rank == 0) {
      append(1, 0, 0);
    }
  }

  static void forEach(Shape result, Shape left, Shape right, Row row) {
    if (result.elements() > 0) {
      new BroadcastRows(result, left, right).walk(row);
    }
  }

  private void append(long extent, long leftStride, long rightStride) {
    boolean joins =
        rank > 0
            && leftStrides[rank - 1] == leftStride * extent
            && rightStrides[rank - 1] == rightStride * extent;
    if (joins) {
      rank--;
    }
    extents[rank] = joins ? extents[rank] * extent : extent;
    leftStrides[rank] = leftStride;
    rightStrides[rank] = rightStride;
    rank++;
  }

  private void walk(Row row) {
    int inner = rank - 1;
    long[] position = new long[inner];
    long result = 0;
    long left = 0;
    long right = 0;
    while (true) {
      row.run(
          result, left, right, extents[inner], (int) leftStrides[inner], (int) rightStrides[inner]);
      result += extents[inner];
      int axis = inner - 1;
      while (axis >= 0 && position[axis] == extents[axis] - 1) {
        left -= position[axis] * leftStrides[axis];
        right -= position[axis] * rightStrides[axis];
        position[axis--] = 0;
      }
      if (axis < 0) {
        return;
      }
      position[axis]++;
      left += leftStrides[axis];
      right += rightStrides[axis];
    }
  }

  /** Strides of an input seen with the result's shape; 0 where it is broadcast. */
  private static long[] strides(Shape input, Shape result) {
    long[] own = input.strides();
    long[] strides = new long[result.rank()];
    int skipped = result.rank() - input.rank();
    for (int axis = 0; axis < input.rank(); axis++) {
      strides[axis + skipped] = input.extent(axis) == 1 ? 0 : own[axis];
    }
    return strides;
  }
}
