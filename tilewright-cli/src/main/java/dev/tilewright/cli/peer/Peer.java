package dev.tilewright.cli.peer;

import dev.tilewright.graph.ir.Graph;

/**
 * Another system that runs the same network, to compare with. Implementations are found with {@link
 * java.util.ServiceLoader}, so that the command line does not depend on any of them.
 */
public interface Peer {
  /** The name that {@code --against} takes, for example {@code onnxruntime}. */
  String name();

  /** The version of the other system, for reports. */
  String version();

  /**
   * Loads a network into the other system.
   *
   * @param threads threads that one run may use
   * @throws dev.tilewright.base.UserException if the network cannot be expressed there
   * @throws dev.tilewright.base.EnvironmentException if the system is not available
   */
  PeerSession open(Graph network, int threads);
}
