package dev.tilewright.core.testing;

import dev.tilewright.base.DType;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.interp.HostArray;
import dev.tilewright.core.te.ComputeDag;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Inputs of small whole numbers: sums and products of them are exact in every type, so that results
 * do not depend on the order of evaluation.
 */
public final class RandomArrays {
  private RandomArrays() {}

  /** Arrays for all inputs of a DAG. */
  public static List<HostArray> inputs(ComputeDag dag, Random random) {
    List<HostArray> arrays = new ArrayList<>();
    for (Buffer input : dag.inputs()) {
      arrays.add(of(input, random));
    }
    return arrays;
  }

  private static HostArray of(Buffer buffer, Random random) {
    HostArray array = HostArray.zeros(buffer.dtype(), buffer.shape());
    boolean signed = buffer.dtype().isFloat() || buffer.dtype().kind() == DType.Kind.INT;
    for (long i = 0; i < buffer.shape().elements(); i++) {
      array.setLong(i, signed ? random.nextInt(-3, 4) : random.nextInt(4));
    }
    return array;
  }
}
