package dev.tilewright.bench.blas;

import dev.tilewright.base.DType;
import dev.tilewright.base.EnvironmentException;
import dev.tilewright.base.UserException;
import dev.tilewright.cli.peer.Peer;
import dev.tilewright.cli.peer.PeerSession;
import dev.tilewright.graph.ir.Graph;
import dev.tilewright.graph.ir.Node;
import dev.tilewright.graph.ops.Gemm;
import dev.tilewright.graph.ops.MatMul;
import java.io.IOException;
import java.util.Optional;
import java.util.stream.IntStream;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.openblas.global.openblas_nolapack;

/**
 * OpenBLAS for networks of one float32 matrix product: {@code cblas_sgemm}, or {@code cblas_sgemv}
 * for a single row; a batch is a loop. OpenBLAS has neither constants nor epilogues: operands are
 * read in their plain layout, and a bias is copied into the result before the product adds to it.
 * All of that is timed.
 *
 * <p>OpenBLAS chooses its kernels by the processor unless the environment variable {@code
 * OPENBLAS_CORETYPE} names others, which {@link #version} then says.
 */
public final class OpenBlasPeer implements Peer {
  private static final String OVERRIDE = "OPENBLAS_CORETYPE";

  @Override
  public String name() {
    return "openblas";
  }

  @Override
  public String version() {
    String version = libraryVersion();
    return Optional.ofNullable(System.getenv(OVERRIDE))
        .map(core -> version + ", kernels by " + OVERRIDE + "=" + core)
        .orElse(version);
  }

  @Override
  public PeerSession open(Graph network, int threads) {
    if (network.nodes().size() != 1) {
      throw refused("network of %d operators".formatted(network.nodes().size()));
    }
    Node node = network.nodes().getFirst();
    if (!node.output().type().dtype().equals(DType.FLOAT32)) {
      throw refused("result of " + node.output().type().dtype());
    }
    MatrixProduct product =
        switch (node.operator()) {
          case Gemm gemm when gemm.alpha() == 1 && gemm.beta() == 1 ->
              MatrixProduct.of(node, gemm.transposeA(), gemm.transposeB());
          case MatMul matMul when isPlain(node) -> MatrixProduct.of(node, false, false);
          default -> throw refused(node.operator().name());
        };
    openblas_nolapack.blas_set_num_threads(threads);
    return new OpenBlasSession(network, product);
  }

  private static String libraryVersion() {
    try {
      return Loader.getVersion("org.bytedeco", "openblas");
    } catch (IOException unreadable) {
      throw new EnvironmentException("OpenBLAS: the jar does not say its version", unreadable);
    }
  }

  /** Both operands have the same batch. */
  private static boolean isPlain(Node node) {
    int rank = node.output().type().rank();
    return node.inputs().stream().allMatch(input -> input.type().rank() == rank)
        && IntStream.range(0, rank - 2)
            .allMatch(
                axis ->
                    node.inputs().get(0).type().extent(axis)
                        == node.inputs().get(1).type().extent(axis));
  }

  private static UserException refused(String what) {
    return new UserException(
        "OpenBLAS: %s; expected one float32 matrix product without an activation".formatted(what));
  }
}
