package dev.tilewright.bench;

import dev.tilewright.bench.curve.CurveSteps;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Compares cost models by how fast searches get better; {@code dev/bench-curves} calls it.
 * Arguments: folder, models with commas between, seeds, trials, threads, workloads.
 */
public final class SearchCurves {
  private SearchCurves() {}

  public static void main(String[] arguments) {
    if (arguments.length < 6) {
      System.err.println("usage: SearchCurves FOLDER MODELS SEEDS TRIALS THREADS WORKLOAD...");
      System.exit(2);
    }
    CurveSteps steps = new CurveSteps(Path.of(arguments[0]), System.err::println);
    steps.search(
        Arrays.asList(arguments).subList(5, arguments.length),
        List.of(arguments[1].split(",")),
        Integer.parseInt(arguments[2]),
        Integer.parseInt(arguments[3]),
        Integer.parseInt(arguments[4]));
    steps.report();
  }
}
