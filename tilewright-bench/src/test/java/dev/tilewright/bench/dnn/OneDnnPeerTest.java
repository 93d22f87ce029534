package dev.tilewright.bench.dnn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilewright.base.EnvironmentException;
import dev.tilewright.base.UserException;
import dev.tilewright.bench.PeerCheck;
import dev.tilewright.cli.peer.Peer;
import dev.tilewright.cli.peer.PeerSession;
import dev.tilewright.graph.ir.Graph;
import dev.tilewright.graph.spec.OpSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OneDnnPeerTest {
  /** The threads are given by the environment, which a test cannot set. */
  private static final Peer ANY_THREADS =
      new Peer() {
        @Override
        public String name() {
          return "onednn";
        }

        @Override
        public String version() {
          return "";
        }

        @Override
        public PeerSession open(Graph network, int threads) {
          return OneDnnPeer.open(network);
        }
      };

  @ParameterizedTest
  @ValueSource(
      strings = {
        "conv2d:h=7,w=8,ci=4,co=6",
        "conv2d:h=9,w=8,ci=3,co=16,kh=5,kw=3,stride=2,pad=2x1,bias=true,act=relu",
        "conv2d:h=7,w=8,ci=4,co=6,layout=NCHW,bias=true",
        "conv2d:h=9,w=9,ci=4,co=6,dilation=2",
        "conv2d:h=7,w=8,ci=8,co=12,groups=4",
        "depthwise_conv2d:h=7,w=8,c=20",
        "conv1d:w=20,ci=5,co=7",
        "conv3d:d=3,h=4,w=5,ci=3,co=8",
        "conv2d_transpose:h=4,w=5,ci=6,co=3,kh=4,kw=4,stride=2,pad=1",
        "conv2d_transpose:h=4,w=5,ci=6,co=3,layout=NCHW",
        "matmul:m=5,n=7,k=3,act=relu",
        "batch_matmul:batch=3,m=4,n=6,k=5",
        "dense:batch=3,in=33,out=10"
      })
  void computesTheDefinition(String spec) {
    PeerCheck.computesTheDefinition(ANY_THREADS, spec);
  }

  @Test
  void refusesWhatItCannot() {
    assertThatThrownBy(() -> OneDnnPeer.open(OpSpec.parse("softmax").network(1)))
        .isInstanceOf(UserException.class)
        .hasMessageContaining("softmax");
  }

  @Test
  void asksForItsThreadsInTheEnvironment() {
    assertThatThrownBy(() -> new OneDnnPeer().open(OpSpec.parse("matmul").network(1), 1000))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("OMP_NUM_THREADS=1000");
  }

  @Test
  void saysItsVersion() {
    assertThat(new OneDnnPeer().version()).startsWith("3.8");
  }
}
