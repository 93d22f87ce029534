package dev.tilewright.graph.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.interp.DagEvaluator;
import dev.tilewright.core.interp.HostArray;
import dev.tilewright.core.te.DagBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Runs single operators as their tensor expressions read. */
final class Evaluation {
  private Evaluation() {}

  /** The results of an operator; their types are those that it infers. */
  static List<HostArray> all(Operator operator, HostArray... inputs) {
    DagBuilder te = new DagBuilder();
    List<Buffer> buffers = new ArrayList<>();
    for (HostArray input : inputs) {
      buffers.add(te.input("input" + buffers.size(), input.dtype(), input.shape(), false));
    }
    List<Buffer> results = operator.emit(te, buffers);
    List<TensorType> inferred = operator.inferTypes(TensorType.of(buffers));
    assertThat(TensorType.of(results)).isEqualTo(inferred);
    // An input that the results do not need is no input of the DAG.
    var dag = te.build(results.toArray(Buffer[]::new));
    List<HostArray> needed =
        dag.inputs().stream().map(input -> inputs[buffers.indexOf(input)]).toList();
    return DagEvaluator.evaluate(dag, needed);
  }

  static HostArray one(Operator operator, HostArray... inputs) {
    return all(operator, inputs).getFirst();
  }

  /** Values between -1 and 1. */
  static HostArray random(long seed, long... extents) {
    Shape shape = Shape.of(extents);
    Random random = new Random(seed);
    float[] values = new float[Math.toIntExact(shape.elements())];
    for (int i = 0; i < values.length; i++) {
      values[i] = random.nextFloat() * 2 - 1;
    }
    return HostArray.of(shape, values);
  }

  /** 0, 1, 2, … */
  static HostArray counting(long... extents) {
    Shape shape = Shape.of(extents);
    float[] values = new float[Math.toIntExact(shape.elements())];
    for (int i = 0; i < values.length; i++) {
      values[i] = i;
    }
    return HostArray.of(shape, values);
  }

  static HostArray vector(float... values) {
    return HostArray.of(Shape.of(values.length), values);
  }

  static HostArray longs(Shape shape, long... values) {
    return HostArray.ofLongs(DType.INT64, shape, values);
  }

  /** Equal up to a difference of 1e-5 of the largest expected value. */
  static void assertClose(HostArray actual, double... expected) {
    double[] values = actual.toDoubles();
    assertThat(values).hasSize(expected.length);
    double largest = 1;
    for (double value : expected) {
      largest = Math.max(largest, Double.isFinite(value) ? Math.abs(value) : 1);
    }
    for (int i = 0; i < expected.length; i++) {
      if (Double.isFinite(expected[i])) {
        assertThat(values[i]).as("element %d", i).isCloseTo(expected[i], within(1e-5 * largest));
      } else {
        assertThat(values[i]).as("element %d", i).isEqualTo(Double.valueOf(expected[i]));
      }
    }
  }
}
