package dev.tilewright.core.lower;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.ir.Kernel;
import dev.tilewright.core.ir.Program;
import dev.tilewright.core.ir.Stmt;
import dev.tilewright.core.ir.Stmts;
import dev.tilewright.core.schedule.Placement;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.Stage;
import dev.tilewright.core.te.ComputeDag;
import dev.tilewright.core.te.Placeholder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Makes a kernel of every stage at root. */
final class BuildLoopNests {
  private BuildLoopNests() {}

  static Program run(ScheduleState state) {
    refusePlaceholderOutputs(state.dag());
    StoragePlan storage = new StoragePlan(state);
    NestBuilder nests = new NestBuilder(state, storage);
    Set<String> names = new HashSet<>();
    List<Kernel> kernels = new ArrayList<>();
    for (Stage stage : state.stages()) {
      if (stage.placement() instanceof Placement.Root) {
        Stmt body = nests.build(stage);
        kernels.add(new Kernel(kernelName(stage, names), Stmts.buffersOfCaller(body), body));
      }
    }
    return new Program(kernels, storage.inputs(), state.dag().outputs(), storage.workspaces());
  }

  private static void refusePlaceholderOutputs(ComputeDag dag) {
    for (Buffer output : dag.outputs()) {
      if (dag.producer(output).orElseThrow() instanceof Placeholder) {
        throw new LoweringRefusedException(
            "output %s: it is an input of the DAG; expected a computed tensor, copy it with a compute"
                .formatted(output));
      }
    }
  }

  /** The stage's name as a C identifier that no other kernel has. */
  private static String kernelName(Stage stage, Set<String> taken) {
    String plain = stage.name().replaceAll("[^A-Za-z0-9_]", "_");
    String base = plain.isEmpty() || Character.isDigit(plain.charAt(0)) ? "k_" + plain : plain;
    String name = base;
    for (int suffix = 1; !taken.add(name); suffix++) {
      name = base + "_" + suffix;
    }
    return name;
  }
}
