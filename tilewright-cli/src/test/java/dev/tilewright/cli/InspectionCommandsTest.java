package dev.tilewright.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands that only look: doctor, ops, tasks, show, help. */
class InspectionCommandsTest {
  private static final String DENSE = "dense:batch=1,in=2048,out=1000";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "doctor",
        "ops",
        "tasks",
        "tune",
        "show",
        "compile",
        "run",
        "bench",
        "records",
        "records list",
        "records best",
        "records drop",
        "records merge"
      })
  void everyCommandHasHelp(String command) {
    List<String> words = new ArrayList<>(List.of(command.split(" ")));
    words.removeIf(String::isEmpty);
    words.add("--help");
    Cli help = Cli.succeed(words.toArray(String[]::new));
    assertThat(help.out()).startsWith("Usage: tilewright").contains("--help", "-v");
    assertThat(help.err()).isEmpty();
  }

  @Test
  void theDoctorFindsWhatTheTestsRunOn() {
    JsonNode findings = Cli.succeed("doctor", "--json").json();
    assertThat(findings.findValuesAsText("what")).contains("java", "llvm", "processor");
    assertThat(Cli.succeed("doctor").out()).contains("java").contains("llvm");
  }

  /** No GPU is needed to look at what one would run. */
  @Test
  void showPrintsProgramsForGpus() {
    String gpu = "--target=cuda:arch=sm_90";
    assertThat(Cli.succeed("show", DENSE, gpu, "--sketches").out())
        .contains("BLOCK_X", "THREAD_Y", "_shared");
    assertThat(Cli.succeed("show", DENSE, gpu, "--loops").out()).contains("THREAD_X");
    assertThat(Cli.succeed("show", DENSE, gpu, "--tir").out()).contains("threadIdx.x");
    assertThat(Cli.succeed("show", DENSE, gpu, "--llvm").out()).contains("ptx_kernel");
    assertThat(Cli.succeed("show", DENSE, gpu, "--asm").out())
        .contains(".target sm_90", "shfl.sync");
  }

  @Test
  void theDoctorDescribesTheGpuOrSaysWhyThereIsNone() {
    String gpu =
        Cli.succeed("doctor")
            .out()
            .lines()
            .filter(line -> line.contains("  gpu"))
            .findFirst()
            .orElseThrow();
    assertThat(gpu).matches(".*ok.* sm_\\d+, .* MiB.*|.*absent.* CUDA: .*expected.*");
  }

  @Test
  void opsListsOperatorsWithDefaultsAndNetworks() {
    JsonNode listing = Cli.succeed("ops", "--json").json();
    assertThat(listing.at("/operators").findValuesAsText("name")).contains("dense", "conv2d");
    assertThat(listing.at("/networks").toString()).contains("resnet50", "mobilenet_v2");
    assertThat(Cli.succeed("ops").out()).contains("in=2048", "resnet18");
  }

  @Test
  void tasksNamesOperatorsAndShapes() {
    JsonNode tasks = Cli.succeed("tasks", "resnet18", "--json").json();
    assertThat(tasks).isNotEmpty();
    int weight = 0;
    for (JsonNode task : tasks) {
      assertThat(task.get("name").asText()).matches("[a-z_0-9]+ .*\\d+x\\d+.*");
      assertThat(task.get("conservativeFlops").asDouble()).isNotNegative();
      assertThat(task.get("bestMicros").isNull()).isTrue();
      weight += task.get("weight").asInt();
    }
    assertThat(weight).isGreaterThanOrEqualTo(20);
    assertThat(Cli.succeed("tasks", "resnet18").out()).contains("conv2d 1x224x224x3");
  }

  @Test
  void showPrintsTheReferenceCase() {
    assertThat(Cli.succeed("show", DENSE).out())
        .contains("T_dense(i, j) += (data[i, k]*weight[j, k])")
        .contains("T_add(ax0, ax1) = (T_dense[ax0, ax1] + bias[ax1])");
  }

  @Test
  void showHasTheSketchesOfTheAlgorithmsThatAreAllowed() {
    String conv = "conv2d:h=14,w=14,ci=16,co=16,kh=3,kw=3,pad=1";
    String tile2 = "winograd F(2x2, 3x3)";
    String tile4 = "winograd F(4x4, 3x3)";
    assertThat(Cli.succeed("show", conv, "--sketches").out()).contains(tile2, tile4);
    assertThat(Cli.succeed("show", conv, "--sketches", "--winograd=2").out())
        .contains(tile2)
        .doesNotContain(tile4);
    assertThat(Cli.succeed("show", conv, "--sketches", "--winograd=4").out())
        .contains(tile4)
        .doesNotContain(tile2);
    assertThat(Cli.succeed("show", conv, "--sketches", "--winograd=off").out())
        .contains("sketch 1")
        .doesNotContain("winograd");
    assertThat(Cli.refuse("show", conv, "--sketches", "--winograd=3").err())
        .contains("--winograd 3: expected off, 2, 4 or auto");
  }

  @ParameterizedTest
  @CsvSource({
    "--dag, T_dense",
    "--sketches, sketch",
    "--tir, parallel",
    "--schedule=java, ScheduleState.initial",
    "--schedule=python, s[T_dense]",
    "--llvm, define",
    "--asm, .text"
  })
  void showPrintsEveryStage(String view, String expected) {
    assertThat(Cli.succeed("show", DENSE, view).out()).contains(expected);
  }

  @Test
  void showFindsATaskByTheNumberThatTasksPrints() {
    String name = Cli.succeed("tasks", "resnet18", "--json").json().at("/0/name").asText();
    assertThat(name).startsWith("conv2d");
    assertThat(Cli.succeed("show", "resnet18#1").out()).contains("conv2d");
  }
}
