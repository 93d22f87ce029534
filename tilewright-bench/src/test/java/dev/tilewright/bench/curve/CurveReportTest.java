package dev.tilewright.bench.curve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilewright.base.EnvironmentException;
import dev.tilewright.base.UserException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CurveReportTest {
  private static final String WORK = "matmul:m=8,n=8,k=8";
  private static final List<Curve> CURVES =
      List.of(
          new Curve(
              WORK, ModelKind.RANDOM, 1, List.of(Double.POSITIVE_INFINITY, 8.0, 8.0, 6.0, 5.0)),
          new Curve(WORK, ModelKind.RANDOM, 2, List.of(10.0, 10.0, 10.0, 10.0, 10.0)),
          new Curve(WORK, ModelKind.RANDOM, 3, List.of(9.0, 9.0, 9.0, 9.0, 7.0)),
          new Curve(WORK, ModelKind.LEARNED, 1, List.of(10.0, 6.0, 4.0)),
          new Curve(WORK, ModelKind.LEARNED, 2, List.of(10.0, 8.0, 8.0, 5.0, 5.0)));

  @TempDir Path folder;

  @Test
  void mediansAreRelativeToTheBest() {
    CurveReport report = new CurveReport(CURVES);
    assertThat(report.points()).containsExactly(1, 2, 4, 5);
    assertThat(report.medians(WORK))
        .containsEntry(ModelKind.RANDOM, List.of(2.5, 2.25, 2.25, 1.75))
        .containsEntry(ModelKind.LEARNED, List.of(2.5, 1.75, 1.125, 1.125));
  }

  @Test
  void tableHasALineAModel() {
    assertThat(new CurveReport(CURVES).markdown())
        .isEqualTo(
            """
            | workload | model | 1 | 2 | 4 | 5 |
            | --- | --- | ---: | ---: | ---: | ---: |
            | `matmul:m=8,n=8,k=8` | random | 2.50 | 2.25 | 2.25 | 1.75 |
            | `matmul:m=8,n=8,k=8` | learned | 2.50 | 1.75 | 1.13 | 1.13 |
            """);
  }

  @Test
  void chartHasALineAModelWithinItsFrame() {
    String svg = new CurveChart(new CurveReport(CURVES)).svg(WORK);
    assertThat(svg).startsWith("<svg").endsWith("</svg>\n");
    // The learned model at 1, 2, 4 and 5 trials; the first is cut off at the top.
    assertThat(svg).contains("points=\"48.0,48.0 282.3,114.0 516.6,279.0 592.0,279.0\"");
    assertThat(svg.split("<polyline")).hasSize(3);
  }

  @Test
  void curvesComeBackFromTheFile() {
    CurveFile file = new CurveFile(folder.resolve("curves.csv"));
    assertThat(file.read()).isEmpty();
    CURVES.forEach(file::append);
    assertThat(file.read()).containsExactlyElementsOf(CURVES);
  }

  @Test
  void refusesAFileThatIsNone() throws IOException {
    Path path = Files.writeString(folder.resolve("curves.csv"), "a\nb\n");
    assertThatThrownBy(() -> new CurveFile(path).read())
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("curves.csv");
  }

  @Test
  void searchesOnceAndReports() throws IOException {
    CurveSteps steps = new CurveSteps(folder, line -> {});
    steps.search(List.of(WORK), List.of("random", "analytic"), 1, 3, 1);
    String searched = Files.readString(folder.resolve("curves.csv"));
    assertThat(searched.lines()).hasSize(1 + 2 * 3);
    steps.search(List.of(WORK), List.of("random", "analytic"), 1, 3, 1);
    assertThat(Files.readString(folder.resolve("curves.csv"))).isEqualTo(searched);
    steps.report();
    assertThat(Files.readString(folder.resolve("curves.md")))
        .contains("| analytic |", "curve-1.svg");
    assertThat(folder.resolve("curve-1.svg")).isNotEmptyFile();
  }

  @Test
  void saysWhichModelsThereAre() {
    assertThatThrownBy(() -> ModelKind.find("best"))
        .isInstanceOf(UserException.class)
        .hasMessageContaining("random, analytic, learned, pretrained");
  }
}
