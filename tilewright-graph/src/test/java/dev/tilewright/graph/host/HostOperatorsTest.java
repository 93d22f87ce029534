package dev.tilewright.graph.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilewright.base.Shape;
import dev.tilewright.base.UserException;
import dev.tilewright.runtime.Tensor;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** What the ONNX node tests leave open about operators whose shapes depend on data. */
class HostOperatorsTest {
  @Test
  void topKTakesTheLowerPositionOfEqualElements() {
    Tensor data = Tensor.of(Shape.of(1, 5), 3f, 7f, 3f, 7f, 1f);
    List<Tensor> results = new TopK(-1, 3, true).evaluate(List.of(data));
    assertThat(results.get(0).toFloats()).containsExactly(7f, 7f, 3f);
    assertThat(results.get(1).toLongs()).containsExactly(1, 3, 0);
    results = new TopK(-1, 3, false).evaluate(List.of(data));
    assertThat(results.get(1).toLongs()).containsExactly(4, 0, 2);
  }

  @Test
  void topKOfLargeIntegersIsExact() {
    long large = (1L << 60) + 1;
    Tensor data = Tensor.of(Shape.of(3), large - 1, large, large - 2);
    assertThat(new TopK(0, 2, true).evaluate(List.of(data)).get(0).toLongs())
        .containsExactly(large, large - 1);
  }

  @Test
  void topKRefusesMoreThanThereAre() {
    Tensor data = Tensor.of(Shape.of(2), 1f, 2f);
    assertThatThrownBy(() -> new TopK(0, 3, true).evaluate(List.of(data)))
        .isInstanceOf(UserException.class)
        .hasMessageContaining("3 elements along axis 0; expected at most 2");
  }

  @Test
  void uniqueKeepsTheOrderOfFirstOccurrenceIfAsked() {
    Tensor data = Tensor.of(Shape.of(5), 2L, 9L, 2L, 1L, 9L);
    List<Tensor> results = new Unique(OptionalInt.empty(), false).evaluate(List.of(data));
    assertThat(results.get(0).toLongs()).containsExactly(2, 9, 1);
    assertThat(results.get(1).toLongs()).containsExactly(0, 1, 3);
    assertThat(results.get(2).toLongs()).containsExactly(0, 1, 0, 2, 1);
    assertThat(results.get(3).toLongs()).containsExactly(2, 2, 1);
  }

  @Test
  void uniqueOfNothingIsNothing() {
    Tensor empty = Tensor.of(Shape.of(0), new float[0]);
    assertThat(new Unique(OptionalInt.empty(), true).evaluate(List.of(empty)))
        .allSatisfy(result -> assertThat(result.shape()).isEqualTo(Shape.of(0)));
  }

  @Test
  void compressRefusesALongCondition() {
    Tensor data = Tensor.of(Shape.of(2), 1f, 2f);
    Tensor condition = Tensor.of(Shape.of(3), 1L, 0L, 1L);
    assertThatThrownBy(() -> new Compress(OptionalInt.of(0)).evaluate(List.of(data, condition)))
        .isInstanceOf(UserException.class)
        .hasMessageContaining("expected a vector of at most 2");
  }

  @Test
  void suppressionKeepsBoxesThatTouch() {
    Tensor boxes = Tensor.of(Shape.of(1, 2, 4), 0f, 0f, 1f, 1f, 0f, 1f, 1f, 2f);
    Tensor scores = Tensor.of(Shape.of(1, 1, 2), 0.5f, 0.9f);
    Tensor chosen =
        new NonMaxSuppression(9, 0, 0, false).evaluate(List.of(boxes, scores)).getFirst();
    assertThat(chosen.toLongs()).containsExactly(0, 0, 1, 0, 0, 0);
  }

  @Test
  void suppressionRefusesShapesThatDoNotFit() {
    Tensor boxes = Tensor.of(Shape.of(1, 2, 3), new float[6]);
    Tensor scores = Tensor.of(Shape.of(1, 1, 2), new float[2]);
    assertThatThrownBy(() -> new NonMaxSuppression(9, 0, 0, false).evaluate(List.of(boxes, scores)))
        .isInstanceOf(UserException.class)
        .hasMessageContaining("boxes 1x2x3 and scores 1x1x2");
  }
}
