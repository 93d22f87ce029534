package dev.tilewright.cli.bench;

import dev.tilewright.base.EnvironmentException;
import dev.tilewright.base.UserException;
import dev.tilewright.cli.peer.Peer;
import java.util.List;
import java.util.ServiceLoader;

/** The peers on the class path. */
public final class Peers {
  private Peers() {}

  /** All peers; none in a distribution without benchmarks. */
  public static List<Peer> all() {
    return ServiceLoader.load(Peer.class).stream().map(ServiceLoader.Provider::get).toList();
  }

  /**
   * The peer of a name.
   *
   * @throws UserException if there is none of that name
   * @throws EnvironmentException if no peer is there at all, as in a distribution without
   *     benchmarks
   */
  static Peer find(String name) {
    List<Peer> all = all();
    if (all.isEmpty()) {
      throw new EnvironmentException(
          "--against %s: there are no peers on the class path; run from a checkout"
              .formatted(name));
    }
    return all.stream()
        .filter(peer -> peer.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new UserException(
                    "--against %s: there is no such peer; expected one of %s"
                        .formatted(name, all.stream().map(Peer::name).toList())));
  }
}
