package dev.tilewright.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.runtime.Tensor;
import dev.tilewright.runtime.io.Existing;
import dev.tilewright.runtime.npy.NpyWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Wrong requests and inputs: one clear line, exit code 2, nothing lost. */
class BadInputTest {
  private static final String NETWORK = "resnet18:image=32";

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''                                        | which command? expected one",
        "tun                                       | 'tun'",
        "tune                                      | MODEL|OP",
        "tune dense --trials zero                  | --trials",
        "tune dense --trials 0                     | --trials 0: expected a number above 0",
        "tune dense --seconds -1                   | --seconds -1.0: expected a number above 0",
        "tune dense --threads 0                    | --threads 0: expected at least 1",
        "tune dense --target gpu                   | target 'gpu': expected cpu",
        "tune dense --target cpu:mcpu=nonsense     | nonsense",
        "tune dense --target cuda:arch=sm_1        | expected one of sm_70",
        "tune dense --target cuda:arch=sm_70       | this machine has no GPU of that architecture",
        "compile resnet18 -o x --target cuda:arch=sm_90 | this command knows CPUs only",
        "tune dense --cost-model magic             | --cost-model magic: expected pretrained",
        "tune dense --cost-model ../pom.xml        | not a saved model",
        "tune dense --cost-model random --save-cost-model x | does not learn",
        "tune nothing                              | 'nothing'",
        "tune dense:inn=3                          | there is no key 'inn'",
        "tune dense:in=3,in=4                      | given twice",
        "tune dense:in=-3                          | in=-3; expected a whole number above 0",
        "tune conv3x                               | conv3x",
        "tasks resnet18:depth=3                    | unknown key 'depth'",
        "tasks absent.onnx                         | absent.onnx",
        "show resnet18                             | resnet18#1",
        "show resnet18#0                           | expected a number from 1 to",
        "show resnet18#x                           | there is no task 'x'",
        "show dense --tir --asm                    | mutually exclusive",
        "run absent.tw --output out                | absent.tw",
        "bench dense --against nobody              | nobody",
        "bench dense --seconds 0                   | --seconds 0.0",
        "records                                   | which command? expected one of list",
        "records list absent.jsonl                 | absent.jsonl",
      })
  void aWrongRequestIsRefusedInOneLine(String line, String message) {
    String[] words =
        Arrays.stream(line.split(" ")).filter(w -> !w.isEmpty()).toArray(String[]::new);
    Cli run = Cli.run(words);
    assertThat(run.errorLines()).as("%s", run).hasSize(1);
    assertThat(run.err()).contains(message).doesNotContain("internal error");
    // Without benchmarks on the class path, that there are no peers is the machine's fault.
    assertThat(run.code()).isEqualTo(line.contains("--against") ? 1 : 2);
  }

  @Test
  void aFileThatIsNoModelIsRefused() throws IOException {
    Path text = Files.writeString(folder.resolve("text.onnx"), "hello, this is not a model");
    assertThat(Cli.refuse("tasks", text.toString()).err()).contains("text.onnx");
    Path empty = Files.writeString(folder.resolve("empty.onnx"), "");
    assertThat(Cli.refuse("tasks", empty.toString()).err()).contains("empty.onnx");
  }

  @Test
  void anInputOfTheWrongNameShapeTypeOrFileIsRefused() throws IOException {
    String good = write("good.npy", Tensor.allocate(DType.FLOAT32, Shape.of(1, 32, 32, 3)));
    String shape = write("shape.npy", Tensor.allocate(DType.FLOAT32, Shape.of(1, 3, 32, 32)));
    String type = write("type.npy", Tensor.allocate(DType.FLOAT64, Shape.of(1, 32, 32, 3)));
    String torn = folder.resolve("torn.npy").toString();
    byte[] bytes = Files.readAllBytes(Path.of(good));
    Files.write(Path.of(torn), Arrays.copyOf(bytes, bytes.length / 2));

    assertThat(refuseRun(shape)).contains("got float32 1x3x32x32; expected float32 1x32x32x3");
    assertThat(refuseRun(type)).contains("got float64 1x32x32x3; expected float32 1x32x32x3");
    assertThat(refuseRun(torn)).contains("it is truncated");
    assertThat(refuseRun("image=" + good)).contains("there is no input 'image'");
    assertThat(refuseRun(folder.resolve("absent.npy").toString())).contains("no such file");
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @Test
  void aTruncatedArtifactIsRefused() throws IOException {
    Path artifact = folder.resolve("net.tw");
    Cli.succeed("compile", "resnet18:image=32", "-o", artifact.toString(), "--records", records());
    byte[] bytes = Files.readAllBytes(artifact);
    Files.write(artifact, Arrays.copyOf(bytes, bytes.length / 3));
    assertThat(Cli.refuse("bench", artifact.toString()).err()).contains("net.tw", "truncated");
  }

  @Test
  void aTornRecordIsSkippedAndKept() throws IOException {
    String torn = "{\"v\":1,\"key\":\"00";
    Files.writeString(Path.of(records()), torn);
    Cli tuned =
        Cli.succeed(
            "tune",
            "dense:batch=1,in=64,out=48",
            "--trials",
            "2",
            "--threads",
            "1",
            "--records",
            records());
    assertThat(tuned.err()).contains("warning", "line 1", "skipped");
    List<String> lines = Files.readAllLines(Path.of(records()));
    assertThat(lines).hasSizeGreaterThanOrEqualTo(3).first().isEqualTo(torn);
    Cli listed = Cli.succeed("records", "list", records(), "--json");
    assertThat(listed.json()).hasSize(lines.size() - 1);
  }

  @Test
  void aRecordFileThatCannotBeWrittenEndsTheRunWithOneLine() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "");
    Cli run =
        Cli.run(
            "tune",
            "dense:batch=1,in=64,out=48",
            "--trials",
            "2",
            "--threads",
            "1",
            "--records",
            file.resolve("below").toString());
    assertThat(run.code()).as("%s", run).isEqualTo(1);
    assertThat(run.errorLines().getLast())
        .startsWith("tilewright: record file: cannot")
        .contains("below");
  }

  @Test
  void aTaskThatDoesNotFitIntoMemoryFailsTheRun() {
    Cli run =
        Cli.run("tune", "add:shape=10000000x10000000", "--trials", "1", "--records", records());
    assertThat(run.code()).as("%s", run).isEqualTo(1);
    assertThat(run.errorLines().getLast()).contains("no candidate gave a valid time", "MiB");
  }

  @Test
  void theStackTraceIsShownOnRequest() {
    assertThat(Cli.run("tasks", "absent.onnx", "-v").err()).contains("UserException", "\tat ");
  }

  private String refuseRun(String input) {
    return Cli.refuse(
            "run",
            NETWORK,
            "--input",
            input,
            "--output",
            folder.resolve("out").toString(),
            "--records",
            records())
        .err();
  }

  private String records() {
    return folder.resolve("records.jsonl").toString();
  }

  private String write(String name, Tensor tensor) {
    Path file = folder.resolve(name);
    NpyWriter.write(tensor, file, Existing.KEEP);
    return file.toString();
  }
}
