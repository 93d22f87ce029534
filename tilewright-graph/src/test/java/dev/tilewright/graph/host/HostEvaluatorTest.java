package dev.tilewright.graph.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.graph.ops.Binary;
import dev.tilewright.graph.ops.BinaryFunction;
import dev.tilewright.graph.ops.Cast;
import dev.tilewright.graph.ops.Full;
import dev.tilewright.graph.ops.Operator;
import dev.tilewright.graph.ops.Reshape;
import dev.tilewright.graph.ops.Slice;
import dev.tilewright.graph.ops.TensorType;
import dev.tilewright.runtime.Tensor;
import dev.tilewright.runtime.host.NonZero;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The dedicated loops give what the operators' definitions give. */
class HostEvaluatorTest {
  private static final List<List<Shape>> BROADCASTS =
      List.of(
          List.of(Shape.of(), Shape.of()),
          List.of(Shape.of(1), Shape.of(1)),
          List.of(Shape.of(7), Shape.of(7)),
          List.of(Shape.of(7), Shape.of()),
          List.of(Shape.of(), Shape.of(3, 5)),
          List.of(Shape.of(3, 5), Shape.of(5)),
          List.of(Shape.of(3, 1), Shape.of(1, 5)),
          List.of(Shape.of(1, 4, 6), Shape.of(4, 4, 1)),
          List.of(Shape.of(2, 3, 4, 5), Shape.of(3, 1, 5)),
          List.of(Shape.of(2, 1, 4, 1), Shape.of(1, 3, 1, 5)),
          List.of(Shape.of(0, 3), Shape.of(1, 3)),
          List.of(Shape.of(2, 5000), Shape.of(2, 1)),
          List.of(Shape.of(4097), Shape.of(4097)));

  @ParameterizedTest
  @EnumSource(
      value = BinaryFunction.class,
      names = {"ADD", "SUB", "MUL", "DIV"})
  void arithmeticBroadcasts(BinaryFunction function) {
    for (List<Shape> shapes : BROADCASTS) {
      for (DType dtype : List.of(DType.FLOAT32, DType.INT64)) {
        Tensor left = random(dtype, shapes.get(0), 1);
        Tensor right = random(dtype, shapes.get(1), 2);
        checkSame(new Binary(function), left, right);
      }
    }
  }

  @Test
  void otherFunctionsGoByTheirDefinition() {
    Tensor left = random(DType.FLOAT32, Shape.of(3, 5), 1);
    checkSame(new Binary(BinaryFunction.MAX), left, random(DType.FLOAT32, Shape.of(5), 2));
    checkSame(new Cast(DType.INT32), left);
  }

  @Test
  void convertsIntegersToFloats() {
    checkSame(new Cast(DType.FLOAT32), random(DType.INT64, Shape.of(33, 7), 3));
  }

  @Test
  void slices() {
    Tensor cube = random(DType.FLOAT32, Shape.of(4, 5, 6), 4);
    for (long seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      long[] starts = new long[3];
      long[] extents = new long[3];
      long[] steps = new long[3];
      for (int axis = 0; axis < 3; axis++) {
        long extent = cube.shape().extent(axis);
        boolean whole = random.nextInt(3) > 0;
        starts[axis] = whole ? 0 : random.nextInt((int) extent);
        steps[axis] = whole ? 1 : 1 + random.nextInt(2);
        extents[axis] =
            whole ? extent : random.nextInt((int) ((extent - starts[axis] - 1) / steps[axis]) + 2);
      }
      checkSame(new Slice(boxed(starts), boxed(extents), boxed(steps)), cube);
    }
  }

  @Test
  void viewsShareMemory() {
    Tensor matrix = random(DType.FLOAT32, Shape.of(6, 4), 5);
    Tensor view = HostEvaluator.evaluate(new Reshape(Shape.of(8, 3)), List.of(matrix)).getFirst();
    assertThat(view.segment().address()).isEqualTo(matrix.segment().address());
    Slice rows = new Slice(List.of(2L, 0L), List.of(3L, 4L), List.of(1L, 1L));
    Tensor slice = HostEvaluator.evaluate(rows, List.of(matrix)).getFirst();
    assertThat(slice.segment().address()).isEqualTo(matrix.segment().address() + 2 * 4 * 4);
  }

  @Test
  void fills() {
    for (long count : new long[] {0, 1, 2, 3, 5, 64, 1000}) {
      checkSame(new Full(TensorType.of(DType.INT64, count), -3));
      checkSame(new Full(TensorType.of(DType.FLOAT32, count, 3), 0.5));
    }
  }

  @Test
  void nonZeroNumbersThePositions() {
    Tensor matrix = Tensor.of(Shape.of(2, 3), 0f, 1f, 0f, 2f, 0f, Float.NaN);
    Tensor positions = new NonZero().evaluate(List.of(matrix)).getFirst();
    assertThat(positions.shape()).isEqualTo(Shape.of(2, 3));
    assertThat(positions.toLongs()).containsExactly(0, 1, 1, 1, 0, 2);
    Tensor none = new NonZero().evaluate(List.of(Tensor.of(Shape.of(2), 0f, 0f))).getFirst();
    assertThat(none.shape()).isEqualTo(Shape.of(1, 0));
  }

  private static void checkSame(Operator operator, Tensor... inputs) {
    Tensor expected = HostEvaluator.define(operator, List.of(inputs)).getFirst();
    Tensor actual = HostEvaluator.evaluate(operator, List.of(inputs)).getFirst();
    assertThat(actual.shape()).as(operator.toString()).isEqualTo(expected.shape());
    assertThat(actual.dtype()).as(operator.toString()).isEqualTo(expected.dtype());
    assertThat(actual.toDoubles()).as(operator.toString()).isEqualTo(expected.toDoubles());
  }

  private static Tensor random(DType dtype, Shape shape, long seed) {
    Random random = new Random(seed);
    Tensor tensor = Tensor.allocate(dtype, shape);
    for (long i = 0; i < shape.elements(); i++) {
      tensor.set(i, (double) (random.nextInt(2001) - 1000) / (dtype.isFloat() ? 8 : 1));
    }
    return tensor;
  }

  private static List<Long> boxed(long[] values) {
    return LongStream.of(values).boxed().toList();
  }
}
