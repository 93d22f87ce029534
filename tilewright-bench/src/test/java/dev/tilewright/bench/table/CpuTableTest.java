package dev.tilewright.bench.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilewright.base.EnvironmentException;
import dev.tilewright.base.UserException;
import dev.tilewright.cli.bench.BenchResult;
import dev.tilewright.cli.workload.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CpuTableTest {
  private static final Row ROW =
      new Row(
          "vgg19",
          2,
          new BenchResult.Peer(2000, 1900, 0.05),
          150,
          200,
          Map.of(
              "default",
              new BenchResult.Peer(4000, 4000, 0),
              "onnxruntime",
              new BenchResult.Peer(3000, 2900, 0.1)));

  @TempDir Path folder;

  @Test
  void everyItemNamesAWorkload() {
    for (Section section : List.of(Section.SINGLE, Section.LAYERS, Section.ANSOR)) {
      assertThat(section.items()).isNotEmpty();
      section.items().forEach(item -> assertThat(Workload.parse(item.workload())).isNotNull());
    }
  }

  @Test
  void layersAreTheDistinctConvolutions() {
    List<Item> layers = Section.LAYERS.items();
    assertThat(layers.getFirst().workload())
        .isEqualTo("conv2d:n=1,h=224,w=224,ci=3,co=64,kh=7,kw=7,stride=2,pad=3,bias=true,act=relu");
    long all =
        layers.stream()
            .mapToLong(item -> Long.parseLong(item.name().substring(item.name().indexOf('×') + 1)))
            .sum();
    assertThat(all).isEqualTo(53);
    assertThat(layers).hasSize(23);
  }

  @Test
  void rowsComeBackFromTheFile() {
    RowFile file = new RowFile(folder.resolve("new"), Section.NETWORKS, 2);
    assertThat(file.read()).isEmpty();
    file.append(ROW);
    file.append(ROW);
    assertThat(file.read()).containsExactly(ROW, ROW);
  }

  @Test
  void refusesAFileThatIsNone() throws IOException {
    Files.writeString(folder.resolve("networks-2.jsonl"), "nonsense\n");
    assertThatThrownBy(() -> new RowFile(folder, Section.NETWORKS, 2).read())
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("networks-2.jsonl");
  }

  @Test
  void tableHasOneLineARow() {
    assertThat(new MarkdownTable(Section.NETWORKS).text(List.of(ROW)))
        .isEqualTo(
            """
            ## Networks, batch 1

            | workload | threads | default ms | tuned ms (min, spread) | GFLOP/s | % of bar | onnxruntime ms | onnxruntime / tuned |
            | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
            | `vgg19` | 2 | 4.000 | 2.000 (1.900, 5 %) | 150.0 | 75 | 3.000 | 1.50 |
            """);
  }

  @Test
  void aPeerThatWasLeftOutIsADash() {
    assertThat(new MarkdownTable(Section.SINGLE).text(List.of(ROW)))
        .contains("| 75 | - | - | - | - | 3.000 | 1.50 |");
  }

  @Test
  void printsWhatWasMeasured() {
    new RowFile(folder, Section.NETWORKS, 2).append(ROW);
    String text = new TableSteps(line -> {}).take(List.of("print", folder.toString(), "abc"));
    assertThat(text)
        .contains("commit abc", "| `vgg19` | 2 |", "## Single workloads\n\nNot measured.");
  }

  @Test
  void saysOnWhichThreadsASectionIsMade() {
    assertThat(new TableSteps(line -> {}).take(List.of("threads", "single"))).isEqualTo("1\n2\n");
    assertThatThrownBy(() -> new TableSteps(line -> {}).take(List.of("dance")))
        .isInstanceOf(UserException.class)
        .hasMessageContaining("dance");
  }

  @Test
  void saysWhichSectionsThereAre() {
    assertThatThrownBy(() -> Section.find("layer"))
        .isInstanceOf(UserException.class)
        .hasMessageContaining("single, layers, networks, ansor");
  }
}
