package dev.tilewright.core.lower;

import dev.tilewright.base.InternalException;
import dev.tilewright.base.TilewrightException;
import dev.tilewright.core.ir.Program;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.target.CpuTarget;
import dev.tilewright.core.target.GpuTarget;
import dev.tilewright.core.target.Target;
import java.util.ArrayList;
import java.util.List;

/** From a schedule state to kernels, as a readable list of passes. */
public final class Lowering {
  private static final String BUILD = "build-loop-nests";

  private static final List<Pass> CPU_PASSES =
      List.of(
          new Pass("simplify", SimplifyProgram::run),
          new Pass("hoist-guards", HoistGuards::run),
          new Pass("check-limits", CheckLimits::run),
          new Pass("partition-loops", PartitionLoops::run),
          new Pass("unroll-loops", UnrollLoops::run),
          new Pass("hoist-guards-again", HoistGuards::run),
          new Pass("remove-nothing", RemoveNothing::run),
          new Pass("name-lets", NameLets::run));

  private Lowering() {}

  /** A program as one pass left it. */
  public record Traced(String pass, Program program) {}

  /**
   * The kernels that a schedule stands for on a CPU.
   *
   * @throws LoweringRefusedException if they exceed a limit, or if the DAG has an output that it
   *     does not compute
   */
  public static Program lower(ScheduleState state) {
    return lower(state, CPU_PASSES);
  }

  /**
   * The kernels that a schedule stands for on a GPU: each has the form of {@link
   * dev.tilewright.core.ir.GridKernel}.
   *
   * @throws LoweringRefusedException if they exceed a limit of the target, or if the DAG has an
   *     output that it does not compute
   */
  public static Program lower(ScheduleState state, GpuTarget target) {
    return lower(state, passes(target));
  }

  /**
   * The kernels that a schedule stands for on a target.
   *
   * @throws LoweringRefusedException as the methods for each kind of target
   */
  public static Program lower(ScheduleState state, Target target) {
    return switch (target) {
      case CpuTarget cpu -> lower(state);
      case GpuTarget gpu -> lower(state, gpu);
    };
  }

  /** The program after each pass, first to last; the last one is what {@link #lower} gives. */
  public static List<Traced> trace(ScheduleState state) {
    return trace(state, CPU_PASSES);
  }

  /** The program for a GPU after each pass. */
  public static List<Traced> trace(ScheduleState state, GpuTarget target) {
    return trace(state, passes(target));
  }

  /** The names of the passes for a CPU in order. */
  public static List<String> passNames() {
    List<String> names = new ArrayList<>(List.of(BUILD));
    CPU_PASSES.forEach(pass -> names.add(pass.name()));
    return names;
  }

  private static List<Pass> passes(GpuTarget target) {
    return List.of(
        new Pass("simplify", SimplifyProgram::run),
        new Pass("bind-threads", BindThreads::run),
        new Pass("interleave-virtual-threads", InterleaveVirtualThreads::run),
        new Pass("simplify-again", SimplifyProgram::run),
        new Pass("expand-reductions", program -> ExpandReductions.run(program, target)),
        new Pass("hoist-guards", HoistGuards::run),
        new Pass("check-grid-limits", program -> CheckGridLimits.run(program, target)),
        new Pass("insert-barriers", InsertBarriers::run),
        new Pass("partition-loops", PartitionLoops::run),
        new Pass("unroll-loops", UnrollLoops::run),
        new Pass("hoist-guards-again", HoistGuards::run),
        new Pass("remove-nothing", RemoveNothing::run),
        new Pass("name-lets", NameLets::run));
  }

  private static Program lower(ScheduleState state, List<Pass> passes) {
    Program program = BuildLoopNests.run(state);
    for (Pass pass : passes) {
      program = apply(pass, program);
    }
    return program;
  }

  private static List<Traced> trace(ScheduleState state, List<Pass> passes) {
    List<Traced> trace = new ArrayList<>();
    trace.add(new Traced(BUILD, BuildLoopNests.run(state)));
    for (Pass pass : passes) {
      trace.add(new Traced(pass.name(), apply(pass, trace.getLast().program())));
    }
    return trace;
  }

  private static Program apply(Pass pass, Program program) {
    try {
      return pass.function().apply(program);
    } catch (TilewrightException known) {
      throw known;
    } catch (RuntimeException failure) {
      throw new InternalException(
          "lowering pass %s failed: %s".formatted(pass.name(), failure.getMessage()), failure);
    }
  }
}
