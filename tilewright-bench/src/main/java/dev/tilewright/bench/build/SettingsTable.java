package dev.tilewright.bench.build;

import dev.tilewright.codegen.CpuCompiler;
import dev.tilewright.codegen.JitProgram;
import dev.tilewright.codegen.LlvmSettings;
import dev.tilewright.core.ir.Program;
import dev.tilewright.core.lower.Lowering;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.target.CpuTarget;
import dev.tilewright.search.limit.FastestRun;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Builds and runs programs with several settings of LLVM. Settings take turns on each program, so
 * that a disturbance of the machine meets all of them.
 */
public final class SettingsTable {
  private static final int BUILDS = 3;
  private static final double NANOS_A_MILLI = 1e6;
  private static final double NANOS_A_MICRO = 1e3;

  private final CpuTarget target;
  private final Map<String, CpuCompiler> compilers = new LinkedHashMap<>();
  private final List<String> lines = new ArrayList<>();

  /** With the compiler's own settings, the first ones, and others under their names. */
  public SettingsTable(CpuTarget target, Map<String, LlvmSettings> others) {
    this.target = target;
    CpuCompiler standard = new CpuCompiler();
    compilers.put("standard", standard);
    others.forEach((name, settings) -> compilers.put(name, standard.with(settings)));
  }

  /**
   * A row for one workload.
   *
   * @param schedules of it; all are built, the first one is run too
   */
  public void add(String workload, List<ScheduleState> schedules) {
    List<Program> programs = schedules.stream().map(Lowering::lower).toList();
    StringBuilder line = new StringBuilder("| `%s` |".formatted(workload));
    for (CpuCompiler compiler : compilers.values()) {
      double build = programs.stream().mapToDouble(one -> buildMillis(one, compiler)).sum();
      double run = FastestRun.nanos(schedules.getFirst(), target, compiler) / NANOS_A_MICRO;
      line.append(" %.1f | %.1f |".formatted(build / programs.size(), run));
    }
    lines.add(line.toString());
  }

  /** As Markdown: for each setting milliseconds of a build and microseconds of a run. */
  public String markdown() {
    StringBuilder text = new StringBuilder("| workload |");
    compilers.keySet().forEach(name -> text.append(" %1$s build ms | run us |".formatted(name)));
    text.append("\n| --- |").append(" ---: | ---: |".repeat(compilers.size())).append('\n');
    lines.forEach(line -> text.append(line).append('\n'));
    return text.toString();
  }

  /** The fastest of several builds. */
  private double buildMillis(Program program, CpuCompiler compiler) {
    double best = Double.POSITIVE_INFINITY;
    for (int build = 0; build < BUILDS; build++) {
      long start = System.nanoTime();
      try (JitProgram code = compiler.jit(program, target)) {
        best = Math.min(best, (System.nanoTime() - start) / NANOS_A_MILLI);
      }
    }
    return best;
  }
}
