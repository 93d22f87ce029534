package dev.tilewright.codegen;

import dev.tilewright.base.EnvironmentException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Makes a shared library of an object file with {@code lld}, or with the system's linker. */
final class SharedObjectLinker {
  private static final int TIMEOUT_SECONDS = 60;

  private SharedObjectLinker() {}

  /**
   * @param lld the linker of the LLVM artifact; without it {@code ld} and {@code cc} are tried
   * @param name for messages
   * @throws EnvironmentException if no linker works; the message says what was tried
   */
  static byte[] link(Optional<Path> lld, byte[] object, String name) {
    List<String> failures = new ArrayList<>();
    for (List<String> linker : linkers(lld)) {
      Optional<byte[]> library = link(linker, object, failures);
      if (library.isPresent()) {
        return library.get();
      }
    }
    throw new EnvironmentException(
        "cannot link %s: %s; install a linker (ld or cc)"
            .formatted(name, String.join("; ", failures)));
  }

  private static List<List<String>> linkers(Optional<Path> lld) {
    List<List<String>> linkers = new ArrayList<>();
    lld.ifPresent(path -> linkers.add(List.of(path.toString(), "-flavor", "gnu")));
    linkers.add(List.of("ld"));
    linkers.add(List.of("cc", "-nostdlib"));
    return linkers;
  }

  private static Optional<byte[]> link(List<String> linker, byte[] object, List<String> failures) {
    try {
      Path folder = Files.createTempDirectory("tilewright-link");
      Path input = folder.resolve("kernels.o");
      Path output = folder.resolve("kernels.so");
      try {
        Files.write(input, object);
        List<String> command = new ArrayList<>(linker);
        command.addAll(List.of("-shared", "-o", output.toString(), input.toString()));
        Optional<String> failure = run(command);
        failure.ifPresent(failures::add);
        return failure.isPresent() ? Optional.empty() : Optional.of(Files.readAllBytes(output));
      } finally {
        Files.deleteIfExists(input);
        Files.deleteIfExists(output);
        Files.delete(folder);
      }
    } catch (IOException failed) {
      failures.add("%s: %s".formatted(linker.getFirst(), failed.getMessage()));
      return Optional.empty();
    }
  }

  /** What went wrong, in one line. */
  private static Optional<String> run(List<String> command) throws IOException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
            .strip()
            .replace("\n", " | ");
    try {
      if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        return Optional.of("%s did not end".formatted(command.getFirst()));
      }
    } catch (InterruptedException interrupted) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      return Optional.of("interrupted");
    }
    return process.exitValue() == 0
        ? Optional.empty()
        : Optional.of("%s: %s".formatted(command.getFirst(), output));
  }
}
