package dev.tilewright.graph.ir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilewright.base.DType;
import dev.tilewright.base.InternalException;
import dev.tilewright.base.Shape;
import dev.tilewright.base.UserException;
import dev.tilewright.graph.ops.Gemm;
import dev.tilewright.graph.ops.TensorType;
import dev.tilewright.graph.ops.Unary;
import dev.tilewright.graph.ops.UnaryFunction;
import dev.tilewright.runtime.Tensor;
import java.util.List;
import org.junit.jupiter.api.Test;

class GraphTest {
  private static final Unary RELU = new Unary(UnaryFunction.RELU);
  private static final Unary TANH = new Unary(UnaryFunction.TANH);

  @Test
  void printsDefinitionsInOrder() {
    assertThat(GraphPrinter.print(dense()))
        .isEqualTo(
            """
            input data: float32 1x3
            const weight: float32 2x3
            %0 = Gemm[alpha=1.0, beta=1.0, transposeA=false, transposeB=true, wide=false](data, weight): float32 1x2  # dense
            %1 = Unary[function=RELU](%0): float32 1x2  # relu
            output result = %1
            """);
  }

  @Test
  void leavesOutWhatNoOutputNeeds() {
    GraphBuilder builder = new GraphBuilder();
    Value data = builder.input("data", TensorType.of(DType.FLOAT32, 4));
    builder.input("unused", TensorType.of(DType.FLOAT32, 4));
    builder.constant("unread", Tensor.of(Shape.of(1), 1f));
    builder.apply("dead", TANH, data);
    builder.output("y", builder.apply("live", RELU, data));
    Graph graph = builder.build();
    assertThat(graph.nodes()).extracting(Node::name).containsExactly("live");
    assertThat(graph.constants()).isEmpty();
    assertThat(graph.inputs()).hasSize(2);
  }

  @Test
  void knowsProducersAndUsers() {
    Graph graph = dense();
    Node gemm = graph.nodes().get(0);
    Node relu = graph.nodes().get(1);
    assertThat(graph.producer(gemm.output())).containsSame(gemm);
    assertThat(graph.users(gemm.output())).containsExactly(relu);
    assertThat(graph.producer(graph.inputs().getFirst())).isEmpty();
    assertThat(graph.isOutput(relu.output())).isTrue();
    assertThat(graph.isConstant(gemm.inputs().get(1))).isTrue();
  }

  @Test
  void rewriterReplacesValuesAndKeepsOutputNames() {
    Graph graph = dense();
    GraphRewriter rewriter = new GraphRewriter(graph);
    for (Node node : graph.nodes()) {
      if (node.operator().equals(RELU)) {
        Value input = rewriter.map(node.inputs().getFirst());
        rewriter.replace(node.output(), rewriter.builder().apply("tanh", TANH, input));
      } else {
        rewriter.keep(node);
      }
    }
    Graph rewritten = rewriter.finish();
    assertThat(rewritten.nodes()).extracting(Node::name).containsExactly("dense", "tanh");
    assertThat(rewritten.nodes().getFirst()).isSameAs(graph.nodes().getFirst());
    assertThat(rewritten.outputs()).extracting(Graph.Output::name).containsExactly("result");
  }

  @Test
  void rewriterRefusesAnotherType() {
    Graph graph = dense();
    GraphRewriter rewriter = new GraphRewriter(graph);
    Value other = rewriter.builder().constant("c", Tensor.of(Shape.of(3), 1f, 2f, 3f));
    assertThatThrownBy(() -> rewriter.replace(graph.nodes().getFirst().output(), other))
        .isInstanceOf(InternalException.class)
        .hasMessageContaining("expected the same type");
  }

  @Test
  void verifierFindsAValueThatNothingDefines() {
    GraphBuilder builder = new GraphBuilder();
    builder.output("y", new Value("stray", TensorType.of(DType.FLOAT32, 4)));
    assertThatThrownBy(builder::build).hasMessageContaining("output y is the value stray");
  }

  @Test
  void verifierFindsAWrongResultType() {
    GraphBuilder builder = new GraphBuilder();
    Value data = builder.input("data", TensorType.of(DType.FLOAT32, 4));
    Value wrong = new Value("y", TensorType.of(DType.FLOAT32, 5));
    builder.keepNode(new Node("relu", RELU, List.of(data), List.of(wrong)));
    builder.output("y", wrong);
    assertThatThrownBy(builder::build).hasMessageContaining("node relu yields");
  }

  @Test
  void verifierFindsNodesOutOfOrder() {
    GraphBuilder builder = new GraphBuilder();
    Value data = builder.input("data", TensorType.of(DType.FLOAT32, 4));
    Value middle = new Value("middle", data.type());
    Value last = new Value("last", data.type());
    builder.keepNode(new Node("second", RELU, List.of(middle), List.of(last)));
    builder.keepNode(new Node("first", RELU, List.of(data), List.of(middle)));
    builder.output("y", last);
    assertThatThrownBy(builder::build).hasMessageContaining("node second reads middle");
  }

  @Test
  void builderRefusesWhatTheOperatorDoesNotTake() {
    GraphBuilder builder = new GraphBuilder();
    Value data = builder.input("data", TensorType.of(DType.FLOAT32, 4));
    assertThatThrownBy(() -> builder.apply("dense", Gemm.dense(), data, data))
        .isInstanceOf(UserException.class)
        .hasMessageContaining("dense of (float32 4, float32 4)");
  }

  private static Graph dense() {
    GraphBuilder builder = new GraphBuilder();
    Value data = builder.input("data", TensorType.of(DType.FLOAT32, 1, 3));
    Value weight = builder.constant("weight", Tensor.of(Shape.of(2, 3), 1f, 2f, 3f, 4f, 5f, 6f));
    Value product = builder.apply("dense", Gemm.dense(), data, weight);
    builder.output("result", builder.apply("relu", RELU, product));
    return builder.build();
  }
}
