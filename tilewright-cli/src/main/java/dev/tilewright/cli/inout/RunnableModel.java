package dev.tilewright.cli.inout;

import dev.tilewright.graph.api.Executable;
import dev.tilewright.graph.api.Tilewright;
import dev.tilewright.graph.ir.Graph;
import dev.tilewright.runtime.artifact.ArtifactReader;
import dev.tilewright.runtime.artifact.LoadedArtifact;
import dev.tilewright.runtime.cpu.CpuDevice;
import dev.tilewright.runtime.cpu.Pinning;
import dev.tilewright.runtime.host.HostOperators;
import dev.tilewright.runtime.plan.ExecutionPlan;
import java.nio.file.Path;

/**
 * A network ready to run, from whatever it came.
 *
 * @param execution runs it
 * @param release frees it
 */
public record RunnableModel(ExecutionPlan execution, Runnable release) implements AutoCloseable {
  /** True if the text names an artifact. */
  public static boolean isArtifact(String text) {
    return text.endsWith(".tw");
  }

  /** Loads an artifact. */
  public static RunnableModel load(Path file, int threads) {
    CpuDevice device = CpuDevice.open(threads, Pinning.NONE);
    try {
      LoadedArtifact loaded =
          LoadedArtifact.load(ArtifactReader.read(file), new HostOperators(), device);
      return new RunnableModel(
          loaded.execution(),
          () -> {
            loaded.close();
            device.close();
          });
    } catch (RuntimeException refused) {
      device.close();
      throw refused;
    }
  }

  /** Compiles a network with its best records. */
  public static RunnableModel compile(Graph network, Tilewright tilewright, Path records) {
    Executable executable = tilewright.compile(network, records);
    return new RunnableModel(executable.execution(), executable::close);
  }

  @Override
  public void close() {
    release.run();
  }
}
