package dev.tilewright.cli.bench;

import dev.tilewright.cli.peer.Peer;
import dev.tilewright.cli.peer.PeerSession;
import dev.tilewright.graph.ir.Graph;
import dev.tilewright.runtime.Tensor;
import java.util.List;

/** A peer with a network and its inputs. */
final class PeerContender implements Contender {
  private final String name;
  private final PeerSession session;

  PeerContender(Peer peer, Graph network, List<Tensor> inputs, int threads) {
    this.name = peer.name();
    this.session = peer.open(network, threads);
    session.setInputs(inputs);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void run(long times) {
    for (long i = 0; i < times; i++) {
      session.run();
    }
  }

  @Override
  public void close() {
    session.close();
  }
}
