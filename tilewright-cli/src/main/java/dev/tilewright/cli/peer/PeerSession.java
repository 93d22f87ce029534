package dev.tilewright.cli.peer;

import dev.tilewright.runtime.Tensor;
import java.util.List;

/** A network loaded into a {@link Peer}. Not for use by several threads at a time. */
public interface PeerSession extends AutoCloseable {
  /**
   * Says what the next runs read. Conversion to the other system's tensors happens here, not in
   * {@link #run}.
   *
   * @param inputs in the network's order
   */
  void setInputs(List<Tensor> inputs);

  /** Computes all outputs; this is what is timed. */
  void run();

  /** Results of the last run in the network's order, copied. */
  List<Tensor> outputs();

  @Override
  void close();
}
