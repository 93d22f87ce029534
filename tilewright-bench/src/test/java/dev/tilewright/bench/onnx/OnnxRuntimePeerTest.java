package dev.tilewright.bench.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.cli.peer.Peer;
import dev.tilewright.cli.peer.PeerSession;
import dev.tilewright.graph.ir.Graph;
import dev.tilewright.graph.ir.GraphBuilder;
import dev.tilewright.graph.ir.Value;
import dev.tilewright.graph.ops.Conv;
import dev.tilewright.graph.ops.Gemm;
import dev.tilewright.graph.ops.GlobalPool;
import dev.tilewright.graph.ops.Layout;
import dev.tilewright.graph.ops.Reshape;
import dev.tilewright.graph.ops.TensorType;
import dev.tilewright.graph.ops.Unary;
import dev.tilewright.graph.ops.UnaryFunction;
import dev.tilewright.graph.ops.Window;
import dev.tilewright.runtime.Tensor;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

class OnnxRuntimePeerTest {
  @Test
  void isFoundByTheCommandLine() {
    assertThat(ServiceLoader.load(Peer.class))
        .extracting(Peer::name)
        .containsExactlyInAnyOrder("onnxruntime", "openblas", "onednn");
  }

  @Test
  void computesADenseLayer() {
    GraphBuilder graph = new GraphBuilder();
    Value data = graph.input("data", TensorType.of(DType.FLOAT32, 1, 3));
    Value weight = graph.constant("weight", Tensor.of(Shape.of(2, 3), 1f, 2f, 3f, -1f, 0f, 1f));
    Value bias = graph.constant("bias", Tensor.of(Shape.of(2), 10f, -20f));
    Value dense = graph.apply("dense", Gemm.dense(), data, weight, bias);
    graph.output("out", graph.apply("relu", new Unary(UnaryFunction.RELU), dense));
    assertThat(run(graph.build(), Tensor.of(Shape.of(1, 3), 1f, 1f, 2f))).containsExactly(19f, 0f);
  }

  /** The weights differ by tap and channel, so that a wrong transposition shows. */
  @Test
  void computesAChannelsLastConvolution() {
    GraphBuilder graph = new GraphBuilder();
    Value data = graph.input("data", TensorType.of(DType.FLOAT32, 1, 1, 3, 2));
    Tensor taps = Tensor.of(Shape.of(1, 2, 2, 1), 1f, 10f, 100f, 1000f);
    Value weight = graph.constant("weight", taps);
    Value conv =
        graph.apply("conv", new Conv(Window.of(1, 2), 1, Layout.CHANNELS_LAST), data, weight);
    graph.output("out", conv);
    graph.output("mean", meanOf(graph, conv));
    Tensor input = Tensor.of(Shape.of(1, 1, 3, 2), 1f, 2f, 3f, 4f, 5f, 6f);
    try (PeerSession session = new OnnxRuntimePeer().open(graph.build(), 1)) {
      session.setInputs(List.of(input));
      session.run();
      assertThat(session.outputs().get(0).toFloats()).containsExactly(4321f, 6543f);
      assertThat(session.outputs().get(1).toFloats()[0]).isCloseTo(5432f, within(1e-2f));
    }
  }

  private static Value meanOf(GraphBuilder graph, Value image) {
    Value pooled = graph.apply("pool", new GlobalPool(false, Layout.CHANNELS_LAST), image);
    return graph.apply("flat", new Reshape(Shape.of(1)), pooled);
  }

  private static float[] run(Graph network, Tensor input) {
    try (PeerSession session = new OnnxRuntimePeer().open(network, 1)) {
      session.setInputs(List.of(input));
      session.run();
      return session.outputs().getFirst().toFloats();
    }
  }
}
