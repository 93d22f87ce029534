package dev.tilewright.graph.ops;

import static dev.tilewright.graph.ops.Evaluation.all;
import static dev.tilewright.graph.ops.Evaluation.assertClose;
import static dev.tilewright.graph.ops.Evaluation.counting;
import static dev.tilewright.graph.ops.Evaluation.longs;
import static dev.tilewright.graph.ops.Evaluation.one;
import static dev.tilewright.graph.ops.Evaluation.vector;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.core.interp.HostArray;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DataMovementTest {
  static List<ViewOperator> views() {
    return List.of(
        new Reshape(Shape.of(24)),
        new Reshape(Shape.of(4, 6)),
        new Reshape(Shape.of(2, 12)),
        new Reshape(Shape.of(8, 3)),
        new Reshape(Shape.of(1, 2, 3, 1, 2, 2, 1)),
        new Flatten(0),
        new Flatten(1),
        new Flatten(-1),
        new Flatten(3),
        new Unsqueeze(List.of(0, -1)),
        new Identity());
  }

  @ParameterizedTest
  @MethodSource("views")
  void viewsKeepTheOrderOfElements(ViewOperator view) {
    HostArray input = counting(2, 3, 4);
    assertThat(one(view, input).toFloats()).isEqualTo(input.toFloats());
    HostArray ones = counting(2, 1, 12);
    assertThat(one(new Squeeze(List.of()), ones).shape()).isEqualTo(Shape.of(2, 12));
    assertThat(one(new Squeeze(List.of(1)), ones).toFloats()).isEqualTo(ones.toFloats());
  }

  @Test
  void reshapeRequestsAreResolved() {
    TensorType input = TensorType.of(DType.FLOAT32, 2, 3, 4);
    assertThat(Reshape.resolve(List.of(0L, -1L), input, false).shape()).isEqualTo(Shape.of(2, 12));
    assertThat(Reshape.resolve(List.of(4L, -1L, 1L), input, false).shape())
        .isEqualTo(Shape.of(4, 6, 1));
    TensorType empty = TensorType.of(DType.FLOAT32, 0, 3);
    assertThat(Reshape.resolve(List.of(3L, 0L), empty, true).shape()).isEqualTo(Shape.of(3, 0));
  }

  @Test
  void transpose() {
    HostArray result = one(new Transpose(List.of(2, 0, 1)), counting(2, 1, 3));
    assertThat(result.shape()).isEqualTo(Shape.of(3, 2, 1));
    assertClose(result, 0, 3, 1, 4, 2, 5);
  }

  @Test
  void concatAndSplitUndoEachOther() {
    HostArray a = HostArray.of(Shape.of(2, 1), 1, 2);
    HostArray b = HostArray.of(Shape.of(2, 2), 3, 4, 5, 6);
    HostArray both = one(new Concat(-1), a, b, a);
    assertClose(both, 1, 3, 4, 1, 2, 5, 6, 2);
    List<HostArray> parts = all(new Split(1, List.of(1L, 2L, 1L)), both);
    assertClose(parts.get(0), 1, 2);
    assertClose(parts.get(1), 3, 4, 5, 6);
    assertClose(parts.get(2), 1, 2);
  }

  @Test
  void slicesForwardsBackwardsAndBeyondTheEnds() {
    HostArray x = counting(2, 6);
    assertSlice(x, 1, -1, 2, 1, 3, 7, 9);
    assertSlice(x, 4, 0, -3, 4, 1, 10, 7);
    assertSlice(x, 100, -100, -2, 5, 3, 1, 11, 9, 7);
    assertSlice(x, -2, Long.MAX_VALUE, 1, 4, 5, 10, 11);
    assertSlice(x, 3, 3, 1);
  }

  private static void assertSlice(HostArray x, long start, long end, long step, double... result) {
    Slice slice = Slice.of(x.shape(), List.of(-1), List.of(start), List.of(end), List.of(step));
    assertClose(one(slice, x), result);
  }

  @Test
  void padding() {
    HostArray x = vector(1, 2, 3);
    assertClose(pad(x, 2, 1, Pad.Mode.CONSTANT), 7, 7, 1, 2, 3, 7);
    assertClose(pad(x, 2, 1, Pad.Mode.EDGE), 1, 1, 1, 2, 3, 3);
    assertClose(pad(x, 2, 1, Pad.Mode.REFLECT), 3, 2, 1, 2, 3, 2);
    assertClose(pad(x, 2, 1, Pad.Mode.WRAP), 2, 3, 1, 2, 3, 1);
    assertClose(pad(x, -1, 1, Pad.Mode.CONSTANT), 2, 3, 7);
  }

  private static HostArray pad(HostArray x, long before, long after, Pad.Mode mode) {
    return one(new Pad(List.of(before), List.of(after), mode, 7), x);
  }

  @Test
  void repetition() {
    HostArray x = HostArray.of(Shape.of(2, 1), 1, 2);
    assertClose(one(new Expand(Shape.of(2, 1, 3)), x), 1, 1, 1, 2, 2, 2, 1, 1, 1, 2, 2, 2);
    assertClose(one(new Expand(Shape.of(1)), x), 1, 2);
    assertClose(one(new Tile(List.of(2L, 2L)), x), 1, 1, 2, 2, 1, 1, 2, 2);
  }

  @Test
  void gathers() {
    HostArray x = counting(3, 4);
    HostArray rows = longs(Shape.of(1, 2), 2, -3);
    HostArray taken = one(new Gather(0), x, rows);
    assertThat(taken.shape()).isEqualTo(Shape.of(1, 2, 4));
    assertClose(taken, 8, 9, 10, 11, 0, 1, 2, 3);
    assertClose(one(new Gather(1), x, longs(Shape.of(), 3)), 3, 7, 11);
    // Positions outside are moved to the ends: no access outside of the data.
    assertClose(one(new Gather(1), x, longs(Shape.of(2), 9, -9)), 3, 0, 7, 4, 11, 8);
    HostArray places = longs(Shape.of(2, 2), 0, 3, -1, 1);
    assertClose(one(new GatherElements(1), x, places), 0, 3, 7, 5);
  }

  @Test
  void oneHotRangeAndFull() {
    HostArray places = longs(Shape.of(3), 1, -1, 5);
    HostArray values = vector(0, 9);
    assertClose(one(new OneHot(-1, 3), places, values), 0, 9, 0, 0, 0, 9, 0, 0, 0);
    assertClose(one(new OneHot(0, 2), places, values), 0, 0, 0, 9, 9, 0);
    assertClose(one(new Range(DType.INT64, 5, -2, 3)), 5, 3, 1);
    assertClose(one(new Full(TensorType.of(DType.FLOAT32, 2), 1.5)), 1.5, 1.5);
  }

  @Test
  void depthToSpaceAndBack() {
    HostArray x = counting(1, 8, 1, 2);
    HostArray outer = one(new DepthToSpace(2, true, Layout.CHANNELS_FIRST), x);
    assertThat(outer.shape()).isEqualTo(Shape.of(1, 2, 2, 4));
    assertClose(outer, 0, 4, 1, 5, 8, 12, 9, 13, 2, 6, 3, 7, 10, 14, 11, 15);
    assertClose(
        one(new DepthToSpace(2, false, Layout.CHANNELS_FIRST), x),
        0,
        2,
        1,
        3,
        4,
        6,
        5,
        7,
        8,
        10,
        9,
        11,
        12,
        14,
        13,
        15);
    assertThat(one(new SpaceToDepth(2, Layout.CHANNELS_FIRST), outer).toFloats())
        .isEqualTo(x.toFloats());
  }
}
