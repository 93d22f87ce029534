package dev.tilewright.runtime.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.base.UserException;
import dev.tilewright.runtime.Tensor;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

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

  static List<PlannableOperator> plannable() {
    Activation tanh = new Activation(Activation.Kind.TANH, 0, 0);
    Activation affine = new Activation(Activation.Kind.AFFINE, 0.5f, -1);
    return List.of(
        new BitCast(DType.INT32),
        new Determinant(),
        new IndexCheck(List.of(3L, 5L)),
        new LinearAttention(0.25, true),
        new MaxUnpool(Shape.of(1, 1, 4), Shape.of(1, 1, 5)),
        new RecurrentLayer(
            RecurrentLayer.Kind.GRU, true, List.of(tanh, affine), Float.POSITIVE_INFINITY, true),
        new RoiAlign(true, 2, 3, 0, 0.5, false),
        new ScatterElements(-1, ScatterReduction.MAX),
        new ScatterNd(ScatterReduction.ADD),
        new TopK(1, 4, false));
  }

  @ParameterizedTest
  @MethodSource("plannable")
  void isFoundByNameAndAttributes(PlannableOperator operator) {
    String attributes = operator.attributes().text();
    assertThat(HostOperators.read(operator.name(), attributes)).isEqualTo(operator);
  }

  @Test
  void everyOperatorThatPlansMayHoldIsAmongThem() {
    assertThat(plannable().stream().map(PlannableOperator::name).toList())
        .containsExactlyInAnyOrderElementsOf(HostOperators.names());
  }

  @Test
  void attributesThatCannotBeReadAreNamed() {
    assertThatThrownBy(() -> HostOperators.read("topk", "axis=x,count=1,largest=true"))
        .isInstanceOf(UserException.class)
        .hasMessageContaining("axis cannot be 'x'");
    assertThatThrownBy(() -> HostOperators.read("topk", "count=1,largest=true"))
        .isInstanceOf(UserException.class)
        .hasMessageContaining("axis is missing");
    assertThatThrownBy(() -> HostOperators.read("sort", ""))
        .isInstanceOf(UserException.class)
        .hasMessageContaining("no operator 'sort' runs in Java");
  }

  @Test
  void scatterRefusesPositionsOutside() {
    Tensor data = Tensor.of(Shape.of(2), 1f, 2f);
    Tensor position = Tensor.of(Shape.of(1), 2L);
    Tensor update = Tensor.of(Shape.of(1), 5f);
    assertThatThrownBy(
            () ->
                new ScatterElements(0, ScatterReduction.NONE)
                    .evaluate(List.of(data, position, update)))
        .isInstanceOf(UserException.class)
        .hasMessageContaining("position 2 on an axis of extent 2");
  }
}
