package dev.tilewright.core.lower;

import dev.tilewright.base.InternalException;
import dev.tilewright.base.TilewrightException;
import dev.tilewright.core.ir.Program;
import dev.tilewright.core.schedule.ScheduleState;
import java.util.ArrayList;
import java.util.List;

/** From a schedule state to kernels, as a readable list of passes. */
public final class Lowering {
  private static final String BUILD = "build-loop-nests";

  private static final List<Pass> PASSES =
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
   * The kernels that a schedule stands for.
   *
   * @throws LoweringRefusedException if they exceed a limit, or if the DAG has an output that it
   *     does not compute
   */
  public static Program lower(ScheduleState state) {
    Program program = BuildLoopNests.run(state);
    for (Pass pass : PASSES) {
      program = apply(pass, program);
    }
    return program;
  }

  /** The program after each pass, first to last; the last one is what {@link #lower} gives. */
  public static List<Traced> trace(ScheduleState state) {
    List<Traced> trace = new ArrayList<>();
    trace.add(new Traced(BUILD, BuildLoopNests.run(state)));
    for (Pass pass : PASSES) {
      trace.add(new Traced(pass.name(), apply(pass, trace.getLast().program())));
    }
    return trace;
  }

  /** The names of the passes in order. */
  public static List<String> passNames() {
    List<String> names = new ArrayList<>(List.of(BUILD));
    PASSES.forEach(pass -> names.add(pass.name()));
    return names;
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
