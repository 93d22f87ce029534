package dev.tilewright.runtime.artifact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilewright.base.DType;
import dev.tilewright.base.EnvironmentException;
import dev.tilewright.base.Shape;
import dev.tilewright.base.UserException;
import dev.tilewright.runtime.Tensor;
import dev.tilewright.runtime.cpu.CpuDevice;
import dev.tilewright.runtime.cpu.Pinning;
import dev.tilewright.runtime.io.Existing;
import dev.tilewright.runtime.plan.HostLibrary;
import dev.tilewright.runtime.plan.Plan;
import dev.tilewright.runtime.plan.PlanBuffer;
import dev.tilewright.runtime.plan.PlanStep;
import dev.tilewright.runtime.plan.Signature;
import dev.tilewright.runtime.plan.Storage;
import dev.tilewright.runtime.plan.TensorSpec;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An artifact whose plan copies {@code x + w} in a host step, so that no machine code is needed.
 */
class ArtifactTest {
  private static final Shape SHAPE = Shape.of(4);
  private static final String TRIPLE =
      System.getProperty("os.arch").replace("amd64", "x86_64")
          + "-unknown-"
          + System.getProperty("os.name").toLowerCase()
          + "-gnu";

  private static final HostLibrary HOSTS =
      (operator, attributes) ->
          (inputs, outputs) -> {
            for (int i = 0; i < SHAPE.elements(); i++) {
              double sum = inputs.get(0).getDouble(i) + inputs.get(1).getDouble(i);
              outputs.getFirst().set(i, sum);
            }
          };

  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void writeOne() {
    file = folder.resolve("net.tw");
    write(artifact(new byte[0], TRIPLE, new TreeSet<>()));
  }

  @Test
  void runsAfterReadingBack() {
    Artifact artifact = ArtifactReader.read(file);
    assertThat(artifact.plan()).isEqualTo(plan());
    try (CpuDevice device = CpuDevice.open(1, Pinning.NONE);
        LoadedArtifact loaded = LoadedArtifact.load(artifact, HOSTS, device)) {
      Tensor x = Tensor.of(SHAPE, 1f, 2f, 3f, 4f);
      Map<String, Tensor> outputs = loaded.execution().run(Map.of("x", x));
      assertThat(outputs.get("y").toFloats()).containsExactly(11, 22, 33, 44);
    }
  }

  @Test
  void describesKernelsToo() throws IOException {
    Plan launching = launchingPlan();
    assertThat(PlanJson.read(PlanJson.write(launching))).isEqualTo(launching);
  }

  @Test
  void findsDamageAnywhere() throws IOException {
    for (String entry : List.of("plan.json", "kernels.so", "constants/0.npy")) {
      writeOneAgain();
      try (FileSystem zip =
          FileSystems.newFileSystem(URI.create("jar:" + file.toUri()), Map.of())) {
        try (OutputStream out = Files.newOutputStream(zip.getPath(entry))) {
          out.write('?');
        }
      }
      assertRefused("entry %s is damaged: its checksum differs".formatted(entry));
    }
  }

  @Test
  void findsAMissingEntry() throws IOException {
    try (FileSystem zip = FileSystems.newFileSystem(URI.create("jar:" + file.toUri()), Map.of())) {
      Files.delete(zip.getPath("constants/0.npy"));
    }
    assertRefused("entry constants/0.npy is missing");
  }

  @Test
  void refusesWhatIsNoArtifact() throws IOException {
    byte[] sound = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(sound, sound.length / 2));
    assertRefused("truncated or not a zip file");
    Files.writeString(file, "hello");
    assertRefused("truncated or not a zip file");
    Files.delete(file);
    assertRefused("there is no such file");
    try (FileSystem zip =
        FileSystems.newFileSystem(URI.create("jar:" + file.toUri()), Map.of("create", "true"))) {
      Files.writeString(zip.getPath("other.txt"), "x");
    }
    assertRefused("it has no manifest.json");
  }

  @Test
  void refusesANewerFormat() throws IOException {
    try (FileSystem zip = FileSystems.newFileSystem(URI.create("jar:" + file.toUri()), Map.of())) {
      Path manifest = zip.getPath("manifest.json");
      String text = Files.readString(manifest, StandardCharsets.UTF_8);
      Files.writeString(manifest, text.replace("\"format\":1", "\"format\":2"));
    }
    assertRefused("its format has version 2, written by Tilewright 1.2; expected at most 1");
  }

  @Test
  void refusesToLoadForAnotherMachine() {
    assertNotLoaded(
        artifact(new byte[0], "riscv64-unknown-linux-gnu", new TreeSet<>()),
        UserException.class,
        "it is for riscv64-unknown-linux-gnu");
  }

  @Test
  void saysWhenTheCodeCannotBeLoaded() {
    byte[] bogus = "not an ELF file".getBytes(StandardCharsets.UTF_8);
    assertNotLoaded(
        artifact(bogus, TRIPLE, new TreeSet<>()),
        EnvironmentException.class,
        "its code cannot be loaded from");
  }

  @Test
  void keepsAnExistingFile() {
    assertThatThrownBy(
            () ->
                ArtifactWriter.write(
                    artifact(new byte[0], TRIPLE, new TreeSet<>()), "1.2", file, Existing.KEEP))
        .isInstanceOf(UserException.class)
        .hasMessageContaining("is not overwritten");
  }

  private void assertRefused(String message) {
    assertThatThrownBy(() -> ArtifactReader.read(file))
        .isInstanceOf(UserException.class)
        .hasMessageStartingWith("artifact " + file)
        .hasMessageContaining(message);
  }

  private static void assertNotLoaded(
      Artifact artifact, Class<? extends Exception> type, String message) {
    try (CpuDevice device = CpuDevice.open(1, Pinning.NONE)) {
      assertThatThrownBy(() -> LoadedArtifact.load(artifact, HOSTS, device))
          .isInstanceOf(type)
          .hasMessageContaining(message);
    }
  }

  private void writeOneAgain() {
    write(artifact(new byte[0], TRIPLE, new TreeSet<>()));
  }

  private void write(Artifact artifact) {
    ArtifactWriter.write(artifact, "1.2", file, Existing.REPLACE);
  }

  private static Artifact artifact(byte[] code, String triple, SortedSet<String> features) {
    Tensor weights = Tensor.of(SHAPE, 10f, 20f, 30f, 40f);
    return new Artifact(
        new ArtifactTarget("cpu", triple, features), plan(), List.of(weights), code);
  }

  private static Plan plan() {
    return plan(new PlanStep.Host("add \"it\"", "Add", "{}", List.of(0, 1), List.of(2)));
  }

  private static Plan launchingPlan() {
    return plan(new PlanStep.Launch("dense 1x4", "kernel_0", 7, List.of(0, 1, 3, 2)));
  }

  private static Plan plan(PlanStep step) {
    return new Plan(
        "sum",
        new Signature(
            List.of(new TensorSpec("x", DType.FLOAT32, SHAPE)),
            List.of(new TensorSpec("y", DType.FLOAT32, SHAPE))),
        List.of(new TensorSpec("w", DType.FLOAT32, SHAPE)),
        List.of(
            new PlanBuffer("x", DType.FLOAT32, SHAPE, new Storage.Input(0)),
            new PlanBuffer("w", DType.FLOAT32, SHAPE, new Storage.Constant(0)),
            new PlanBuffer("y", DType.FLOAT32, SHAPE, new Storage.Output(0)),
            new PlanBuffer("t", DType.BOOL, Shape.of(), new Storage.Arena(64))),
        List.of(step),
        128);
  }
}
