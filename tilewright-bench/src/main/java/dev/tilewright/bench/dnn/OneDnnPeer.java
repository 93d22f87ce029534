package dev.tilewright.bench.dnn;

import dev.tilewright.base.EnvironmentException;
import dev.tilewright.base.UserException;
import dev.tilewright.cli.peer.Peer;
import dev.tilewright.cli.peer.PeerSession;
import dev.tilewright.graph.ir.Graph;
import org.bytedeco.dnnl.dnnl_version_t;
import org.bytedeco.dnnl.global.dnnl;

/**
 * oneDNN for networks of one float32 convolution, transposed convolution or matrix product with an
 * optional bias and ReLU, which become one primitive with post-operations.
 *
 * <p>What is timed is the primitive. Weights are brought into the order that the primitive asks for
 * beforehand. Data and result are in the network's own order, as ours are; a session in which
 * oneDNN chooses their order as well is made beside it, and the faster of the two is the peer.
 *
 * <p>The library's threads are OpenMP's, whose number is fixed when the process starts: {@code
 * OMP_NUM_THREADS} has to be the number of threads that is asked for.
 */
public final class OneDnnPeer implements Peer {
  private static final String THREADS = "OMP_NUM_THREADS";

  @Override
  public String name() {
    return "onednn";
  }

  @Override
  public String version() {
    dnnl_version_t version = dnnl.dnnl_version();
    return "%d.%d.%d".formatted(version.major(), version.minor(), version.patch());
  }

  @Override
  public PeerSession open(Graph network, int threads) {
    String set = System.getenv().getOrDefault(THREADS, "");
    if (!set.equals(Integer.toString(threads))) {
      throw new EnvironmentException(
          "oneDNN: %s is '%s' for %d threads; start with %s=%d"
              .formatted(THREADS, set, threads, THREADS, threads));
    }
    return open(network);
  }

  /** A session on as many threads as OpenMP has. */
  static PeerSession open(Graph network) {
    try {
      return FasterSession.of(DnnLayer.of(network));
    } catch (RuntimeException refused) {
      if (refused instanceof UserException known) {
        throw known;
      }
      throw new UserException("oneDNN has no primitive for the network: " + refused.getMessage());
    }
  }
}
