package dev.tilewright.cli.command;

import dev.tilewright.cli.option.AlgorithmOptions;
import dev.tilewright.cli.option.RecordOptions;
import dev.tilewright.cli.option.TargetOptions;
import dev.tilewright.cli.workload.TaskReference;
import dev.tilewright.codegen.CpuCompiler;
import dev.tilewright.codegen.GpuCompiler;
import dev.tilewright.core.analysis.ConservativeFlops;
import dev.tilewright.core.analysis.TemplateFlops;
import dev.tilewright.core.ir.Program;
import dev.tilewright.core.ir.ProgramPrinter;
import dev.tilewright.core.lower.Lowering;
import dev.tilewright.core.schedule.JavaStepPrinter;
import dev.tilewright.core.schedule.PythonStepPrinter;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.StatePrinter;
import dev.tilewright.core.target.CpuTarget;
import dev.tilewright.core.target.GpuTarget;
import dev.tilewright.core.target.Target;
import dev.tilewright.core.te.DagPrinter;
import dev.tilewright.graph.network.NetworkTask;
import dev.tilewright.graph.network.TunedSchedules;
import dev.tilewright.search.evolve.SearchSpaces;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tilewright show OP|MODEL#TASK}: prints a task at one stage of its compilation. */
@Command(
    name = "show",
    description = {
      "Print a task at one stage of its compilation.",
      "The schedule is that of its fastest record, else the default schedule."
    })
final class ShowCommand extends BaseCommand {
  /** The language that a schedule is printed in. */
  enum Language {
    JAVA,
    PYTHON
  }

  /** Which stage; one of them. */
  private static final class View {
    @Option(names = "--dag", description = "The tensor expressions (default).")
    private boolean dag;

    @Option(names = "--sketches", description = "The schedules with their numbers open.")
    private boolean sketches;

    @Option(
        names = "--schedule",
        paramLabel = "java|python",
        description = "The steps of the schedule as code.")
    private Optional<Language> schedule = Optional.empty();

    @Option(names = "--loops", description = "The loops of the schedule.")
    private boolean loops;

    @Option(names = "--tir", description = "The loop program.")
    private boolean tir;

    @Option(names = "--llvm", description = "The LLVM IR.")
    private boolean llvm;

    @Option(
        names = "--asm",
        description = "The machine code as assembly text; PTX for an NVIDIA GPU.")
    private boolean asm;
  }

  @Parameters(
      paramLabel = "OP|MODEL#TASK",
      description = "An operator, or a network and the number that `tasks` prints.")
  private String reference;

  @ArgGroup private View view = new View();

  @Mixin private TargetOptions target;
  @Mixin private RecordOptions records;
  @Mixin private AlgorithmOptions algorithms;

  @Override
  void run() {
    NetworkTask task = TaskReference.resolve(reference);
    out().println(text(task).stripTrailing());
  }

  private String text(NetworkTask task) {
    if (view.sketches) {
      return sketches(task);
    }
    if (view.schedule.isPresent()) {
      return switch (view.schedule.get()) {
        case JAVA -> JavaStepPrinter.print(schedule(task));
        case PYTHON -> PythonStepPrinter.print(schedule(task));
      };
    }
    if (view.loops) {
      return StatePrinter.print(schedule(task));
    }
    if (view.tir) {
      return ProgramPrinter.text(program(task));
    }
    if (view.llvm) {
      return switch (target.target()) {
        case CpuTarget cpu -> new CpuCompiler().llvmIr(program(task), cpu);
        case GpuTarget gpu -> new GpuCompiler().llvmIr(program(task), gpu);
      };
    }
    if (view.asm) {
      return switch (target.target()) {
        case CpuTarget cpu -> new CpuCompiler().assembly(program(task), cpu);
        case GpuTarget gpu -> new GpuCompiler().compile(program(task), gpu).ptx();
      };
    }
    return dag(task);
  }

  private static String dag(NetworkTask task) {
    return "%s%nFLOP: %.0f conservative, %.0f template%n"
        .formatted(
            DagPrinter.text(task.dag()).stripTrailing(),
            ConservativeFlops.of(task.dag()),
            TemplateFlops.of(task.dag()));
  }

  private String sketches(NetworkTask task) {
    StringBuilder text = new StringBuilder();
    List<ScheduleState> sketches =
        SearchSpaces.of(task.dag(), target.target(), algorithms.winograd()).sketches();
    for (int i = 0; i < sketches.size(); i++) {
      text.append("sketch %d of %d%n".formatted(i + 1, sketches.size()));
      text.append(StatePrinter.print(sketches.get(i)).stripTrailing()).append("%n%n".formatted());
    }
    return text.toString();
  }

  private Program program(NetworkTask task) {
    return Lowering.lower(schedule(task), target.target());
  }

  private ScheduleState schedule(NetworkTask task) {
    Target machine = target.target();
    return new TunedSchedules(
            records.index(machine, algorithms.winograd(), warnings()), machine, warnings())
        .apply(task);
  }
}
