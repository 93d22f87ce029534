package dev.tilewright.runtime.artifact;

import dev.tilewright.base.EnvironmentException;
import dev.tilewright.runtime.cpu.CpuDevice;
import dev.tilewright.runtime.cpu.KernelLibrary;
import dev.tilewright.runtime.cpu.NativeKernel;
import dev.tilewright.runtime.ffi.SharedObject;
import dev.tilewright.runtime.plan.ExecutionPlan;
import dev.tilewright.runtime.plan.HostLibrary;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** An artifact with its code loaded, ready to run. */
public final class LoadedArtifact implements AutoCloseable {
  private final Arena codeArena;
  private final ExecutionPlan execution;

  private LoadedArtifact(Arena codeArena, ExecutionPlan execution) {
    this.codeArena = codeArena;
    this.execution = execution;
  }

  /**
   * Loads the code of an artifact.
   *
   * @param hosts the operators that run in Java
   * @param device where it runs; the caller closes it, after this
   * @throws dev.tilewright.base.UserException if the artifact is for another machine, or needs an
   *     operator that {@code hosts} does not have
   * @throws EnvironmentException if the system refuses to load the code
   */
  public static LoadedArtifact load(Artifact artifact, HostLibrary hosts, CpuDevice device) {
    String name = artifact.plan().name();
    artifact.target().requireThisMachine(name);
    Arena codeArena = Arena.ofShared();
    try {
      ExecutionPlan execution =
          new ExecutionPlan(
              artifact.plan(),
              kernels(name, artifact.code(), codeArena),
              hosts,
              artifact.constants(),
              device);
      return new LoadedArtifact(codeArena, execution);
    } catch (RuntimeException failure) {
      codeArena.close();
      throw failure;
    }
  }

  public ExecutionPlan execution() {
    return execution;
  }

  /** Frees the memory of the plan and unloads the code. */
  @Override
  public void close() {
    execution.close();
    codeArena.close();
  }

  private static KernelLibrary kernels(String name, byte[] code, Arena arena) {
    if (code.length == 0) {
      return symbol -> Optional.empty();
    }
    SharedObject library = loadPrivately(name, code, arena);
    return symbol -> library.find(symbol).map(address -> new NativeKernel(symbol, address));
  }

  /** Through a file that no other user can write to, gone as soon as it is loaded. */
  private static SharedObject loadPrivately(String name, byte[] code, Arena arena) {
    try {
      Path folder = Files.createTempDirectory("tilewright");
      Path file = folder.resolve(Manifest.CODE);
      try {
        Files.write(file, code);
        return SharedObject.load(file, arena);
      } finally {
        Files.deleteIfExists(file);
        Files.delete(folder);
      }
    } catch (IOException | IllegalArgumentException failure) {
      throw new EnvironmentException(
          "artifact %s: its code cannot be loaded from %s: %s; expected a folder from which code may be executed, set java.io.tmpdir to one"
              .formatted(name, System.getProperty("java.io.tmpdir"), failure.getMessage()),
          failure);
    }
  }
}
