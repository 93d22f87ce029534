package dev.tilewright.bench.table;

import dev.tilewright.base.EnvironmentException;
import dev.tilewright.base.UserException;
import dev.tilewright.cli.bench.Peers;
import dev.tilewright.codegen.HostCpu;
import dev.tilewright.core.target.CpuTarget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Makes the tables of this CPU, in steps that are processes of their own, since oneDNN's number of
 * threads is fixed when a process starts:
 *
 * <pre>
 * threads SECTION                                   prints the numbers of threads of a section
 * tune SECTION THREADS FOLDER RECORDS SECONDS       tunes each item that has no row
 * measure SECTION THREADS FOLDER RECORDS SECONDS    measures each item that has no row
 * print FOLDER COMMIT                               prints all tables as Markdown
 * </pre>
 */
public final class TableSteps {
  private final Consumer<String> progress;

  /**
   * @param progress told what is being done, line by line
   */
  public TableSteps(Consumer<String> progress) {
    this.progress = progress;
  }

  /**
   * Takes a step.
   *
   * @return what the step prints
   * @throws UserException if there is no such step
   */
  public String take(List<String> arguments) {
    return switch (arguments.getFirst()) {
      case "threads" ->
          Section.find(arguments.get(1)).threads().stream()
              .map(threads -> threads + "\n")
              .collect(Collectors.joining());
      case "tune" -> {
        run(arguments).tune(seconds(arguments.get(5)));
        yield "";
      }
      case "measure" -> {
        run(arguments).measure();
        yield "";
      }
      case "print" -> text(Path.of(arguments.get(1)), arguments.get(2));
      default ->
          throw new UserException(
              "step '%s': expected threads, tune, measure or print"
                  .formatted(arguments.getFirst()));
    };
  }

  private SectionRun run(List<String> arguments) {
    Section section = Section.find(arguments.get(1));
    int threads = Integer.parseInt(arguments.get(2));
    RowFile rows = new RowFile(Path.of(arguments.get(3)), section, threads);
    return new SectionRun(
        section, threads, Path.of(arguments.get(4)), rows, seconds(arguments.get(5)), progress);
  }

  private static Duration seconds(String text) {
    return Duration.ofMillis((long) (Double.parseDouble(text) * 1000));
  }

  private static String text(Path folder, String commit) {
    List<String> parts = new ArrayList<>(List.of(heading(commit)));
    for (Section section : Section.values()) {
      List<Row> rows = new ArrayList<>();
      section.threads().forEach(count -> rows.addAll(new RowFile(folder, section, count).read()));
      parts.add(new MarkdownTable(section).text(rows));
    }
    return String.join("\n", parts);
  }

  private static String heading(String commit) {
    CpuTarget target = HostCpu.detect(1);
    String peers =
        Peers.all().stream()
            .map(peer -> peer.name() + " " + peer.version())
            .collect(Collectors.joining(", "));
    return """
    # CPU

    %s, commit %s, %s (%s), %d processors, caches %d KiB, %d KiB, %d KiB, Java %s; %s.

    Times are medians of turns within one process. The bar is what the machine does at best: the
    best register tile of a matrix product, and for a dense layer on one row the best rate of
    reading its weights. GFLOP/s are by the conservative count.
    """
        .formatted(
            LocalDate.now(ZoneOffset.UTC),
            commit,
            processor().orElse("unknown processor"),
            target.text(),
            Runtime.getRuntime().availableProcessors(),
            target.l1Bytes() / 1024,
            target.l2Bytes() / 1024,
            target.l3Bytes() / 1024,
            Runtime.version(),
            peers);
  }

  private static Optional<String> processor() {
    Path file = Path.of("/proc/cpuinfo");
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      return Arrays.stream(Files.readString(file).split("\n"))
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst();
    } catch (IOException e) {
      throw new EnvironmentException("cannot read %s: %s".formatted(file, e.getMessage()), e);
    }
  }
}
