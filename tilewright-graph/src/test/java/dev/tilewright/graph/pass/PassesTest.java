package dev.tilewright.graph.pass;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.graph.ir.Graph;
import dev.tilewright.graph.ir.GraphBuilder;
import dev.tilewright.graph.ir.Value;
import dev.tilewright.graph.ops.BatchNorm;
import dev.tilewright.graph.ops.Binary;
import dev.tilewright.graph.ops.Conv;
import dev.tilewright.graph.ops.Gather;
import dev.tilewright.graph.ops.Identity;
import dev.tilewright.graph.ops.Layout;
import dev.tilewright.graph.ops.Operator;
import dev.tilewright.graph.ops.Reshape;
import dev.tilewright.graph.ops.Slice;
import dev.tilewright.graph.ops.TensorType;
import dev.tilewright.graph.ops.Transpose;
import dev.tilewright.graph.ops.Unary;
import dev.tilewright.graph.ops.UnaryFunction;
import dev.tilewright.runtime.Tensor;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PassesTest {
  static Stream<Graph> graphs() {
    return Stream.of(
        SampleGraphs.residual(),
        SampleGraphs.dense(),
        SampleGraphs.split(),
        SampleGraphs.shuffle(),
        SampleGraphs.interleaved());
  }

  @ParameterizedTest
  @MethodSource("graphs")
  void everyPassKeepsTheResults(Graph graph) {
    Map<String, Tensor> inputs = GraphEvaluation.randomInputs(graph, 7);
    Map<String, Tensor> expected = GraphEvaluation.evaluate(graph, inputs);
    Graph current = graph;
    for (GraphPass pass : Passes.DEFAULT) {
      current = pass.apply(current);
      GraphEvaluation.assertClose(
          GraphEvaluation.evaluate(current, inputs), expected, "after " + pass.name());
    }
  }

  @Test
  void batchNormGoesIntoTheConvolution() {
    Graph graph = Passes.optimize(SampleGraphs.residual());
    assertThat(count(graph, BatchNorm.class)).isZero();
    assertThat(count(graph, Conv.class)).isEqualTo(6);
    assertThat(count(graph, Binary.class)).as("the residual additions").isEqualTo(2);
    assertThat(graph.nodes())
        .filteredOn(node -> node.operator() instanceof Conv)
        .allSatisfy(node -> assertThat(node.inputs()).as("with a bias").hasSize(3));
  }

  @Test
  void onlyTheBordersOfTheNetworkAreTransposed() {
    Graph graph = Passes.optimize(SampleGraphs.residual());
    assertThat(count(graph, Transpose.class)).as("the image comes in").isEqualTo(1);
    assertThat(graph.nodes())
        .filteredOn(node -> node.operator() instanceof Conv)
        .allSatisfy(
            node -> assertThat(((Conv) node.operator()).layout()).isEqualTo(Layout.CHANNELS_LAST));
  }

  @Test
  void channelShuffleStaysInsideChannelsLast() {
    Graph graph = Passes.optimize(SampleGraphs.shuffle());
    assertThat(graph.nodes())
        .filteredOn(node -> node.operator() instanceof Transpose)
        .extracting(node -> ((Transpose) node.operator()).order())
        .containsExactlyInAnyOrder(
            List.of(0, 2, 3, 1), List.of(0, 1, 2, 4, 3), List.of(0, 3, 1, 2));
  }

  @Test
  void interleavedChannelsAreSliced() {
    Graph graph = Passes.optimize(SampleGraphs.interleaved());
    assertThat(count(graph, Slice.class)).isEqualTo(2);
    assertThat(count(graph, Gather.class)).isZero();
    assertThat(count(graph, Transpose.class)).as("of the input and the output").isEqualTo(2);
  }

  @Test
  void identitiesGoAndOutputNamesStay() {
    GraphBuilder builder = new GraphBuilder();
    Value x = builder.input("x", TensorType.of(DType.FLOAT32, 2, 3));
    Value same = builder.apply("same", new Identity(), x);
    Value reshaped = builder.apply("reshape", new Reshape(Shape.of(2, 3)), same);
    builder.output("copy", reshaped);
    builder.output("relu", builder.apply("relu", new Unary(UnaryFunction.RELU), reshaped));
    Graph graph = new RemoveIdentities().apply(builder.build());
    assertThat(graph.nodes()).hasSize(1);
    assertThat(graph.outputs()).extracting(Graph.Output::name).containsExactly("copy", "relu");
    assertThat(graph.outputs().getFirst().value()).isSameAs(graph.inputs().getFirst());
  }

  private static long count(Graph graph, Class<? extends Operator> operator) {
    return graph.nodes().stream().filter(node -> operator.isInstance(node.operator())).count();
  }
}
