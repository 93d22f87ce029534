package dev.tilewright.bench.onnx;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import dev.tilewright.base.EnvironmentException;
import dev.tilewright.cli.peer.Peer;
import dev.tilewright.cli.peer.PeerSession;
import dev.tilewright.graph.ir.Graph;

/** ONNX Runtime on the CPU with all of its graph optimisations. */
public final class OnnxRuntimePeer implements Peer {
  @Override
  public String name() {
    return "onnxruntime";
  }

  @Override
  public String version() {
    return OrtEnvironment.getEnvironment().getVersion();
  }

  @Override
  public PeerSession open(Graph network, int threads) {
    byte[] model = OnnxExporter.export(network).toByteArray();
    try {
      // Loading resolves the graph recursively and overflows a small stack, without a message.
      return LargeStack.call(() -> open(network, model, threads));
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new EnvironmentException(
          "ONNX Runtime does not load the network: " + e.getMessage(), e);
    }
  }

  private static PeerSession open(Graph network, byte[] model, int threads) throws OrtException {
    OrtEnvironment environment = OrtEnvironment.getEnvironment();
    try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
      options.setIntraOpNumThreads(threads);
      options.setInterOpNumThreads(1);
      options.setOptimizationLevel(OrtSession.SessionOptions.OptLevel.ALL_OPT);
      return new OnnxRuntimeSession(
          environment, environment.createSession(model, options), network);
    }
  }
}
