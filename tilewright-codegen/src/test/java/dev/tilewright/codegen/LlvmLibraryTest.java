package dev.tilewright.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilewright.base.EnvironmentException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Starts processes, since a library is looked for once in each. */
class LlvmLibraryTest {
  @TempDir private Path folder;

  /** Prints where the library was found, or the message of the error. */
  public static final class FindLibrary {
    private FindLibrary() {}

    public static void main(String[] args) {
      try {
        System.out.println("found " + LlvmLibrary.host().path());
      } catch (EnvironmentException missing) {
        System.out.println("missing " + missing.getMessage());
      }
    }
  }

  @Test
  void thisProcessHasTheLibraryOfTheArtifact() {
    assertThat(LlvmLibrary.host().version()).startsWith("20.1");
    assertThat(LlvmLibrary.host().linker()).isPresent();
  }

  @Test
  void processesThatStartTogetherUnpackItOnce() throws Exception {
    List<Process> processes = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      processes.add(start(classPath(), Map.of("XDG_CACHE_HOME", folder.toString()), List.of()));
    }
    for (Process process : processes) {
      assertThat(output(process)).startsWith("found " + folder.resolve("tilewright"));
    }
  }

  @Test
  void overrideThatDoesNotExist() throws Exception {
    Process process =
        start(classPath(), Map.of(), List.of("-Dtilewright.llvm=/no/such/libLLVM.so"));
    assertThat(output(process))
        .isEqualTo(
            "missing LLVM: /no/such/libLLVM.so does not exist; expected the path of a libLLVM in"
                + " property tilewright.llvm or variable TILEWRIGHT_LLVM");
  }

  @Test
  void overrideThatIsNoLibrary() throws Exception {
    Path text = Files.writeString(folder.resolve("libLLVM.so"), "not a library");
    Process process = start(classPath(), Map.of("TILEWRIGHT_LLVM", text.toString()), List.of());
    assertThat(output(process))
        .isEqualTo("missing LLVM: cannot load %s: file too short".formatted(text));
  }

  @Test
  void overrideThatIsAnotherLibrary() throws Exception {
    Path other = Path.of(System.getProperty("java.home"), "lib", "libnet.so");
    Process process = start(classPath(), Map.of("TILEWRIGHT_LLVM", other.toString()), List.of());
    assertThat(output(process))
        .startsWith("missing LLVM at " + other + " has no function LLVM")
        .endsWith("expected version 17 or later");
  }

  @Test
  void cacheThatCannotBeWritten() throws Exception {
    Path file = Files.createFile(folder.resolve("file"));
    Process process = start(classPath(), Map.of("XDG_CACHE_HOME", file.toString()), List.of());
    assertThat(output(process))
        .startsWith("missing LLVM: no usable library (LLVM: cannot unpack it into " + file)
        .contains("set XDG_CACHE_HOME to a folder that can be written")
        .endsWith("set TILEWRIGHT_LLVM to a libLLVM of version 17 or later");
  }

  @Test
  void withoutTheArtifact() throws Exception {
    String classPath =
        List.of(classPath().split(":")).stream()
            .filter(entry -> !entry.contains("bytedeco"))
            .reduce((a, b) -> a + ":" + b)
            .orElseThrow();
    Process process = start(classPath, Map.of(), List.of());
    assertThat(output(process))
        .startsWith(
            "missing LLVM: no usable library (the artifact org.bytedeco:llvm with classifier ")
        .contains("is not on the class path");
  }

  private static Process start(
      String classPath, Map<String, String> environment, List<String> options) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-Xmx256m"));
    command.addAll(options);
    command.addAll(List.of("-cp", classPath, FindLibrary.class.getName()));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().putAll(environment);
    return builder.start();
  }

  /** Modules, classes of tests and libraries of this process as one class path. */
  private static String classPath() {
    String modules = System.getProperty("jdk.module.path", "");
    String tests =
        Path.of(LlvmLibraryTest.class.getProtectionDomain().getCodeSource().getLocation().getPath())
            .resolveSibling("test-classes")
            .toString();
    return String.join(":", modules, tests, System.getProperty("java.class.path"));
  }

  private static String output(Process process) throws Exception {
    String text =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return text;
  }
}
