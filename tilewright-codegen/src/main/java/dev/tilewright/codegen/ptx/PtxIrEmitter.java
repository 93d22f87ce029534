package dev.tilewright.codegen.ptx;

import dev.tilewright.core.ir.ForKind.ThreadAxis;
import dev.tilewright.core.ir.GridKernel;
import dev.tilewright.core.ir.Program;
import dev.tilewright.core.target.GpuTarget;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** The kernels of a program as the text of one LLVM module for NVIDIA GPUs. */
public final class PtxIrEmitter {
  private PtxIrEmitter() {}

  /**
   * The module. Its kernels are made for exactly the threads of their blocks, so that registers are
   * given out accordingly.
   *
   * @param prefix what the kernels' symbols begin with; empty for none
   * @throws dev.tilewright.base.UserException if a kernel calls a function that GPUs do not have
   */
  public static String emit(Program program, String prefix, GpuTarget target) {
    SortedSet<String> declarations = new TreeSet<>();
    StringBuilder functions = new StringBuilder();
    List<String> facts = new ArrayList<>();
    for (var kernel : program.kernels()) {
      GridKernel grid = GridKernel.of(kernel);
      String symbol = prefix + kernel.name();
      functions.append(GridEmitter.emit(grid, symbol, target, declarations));
      facts.add(fact(symbol, "reqntidx", grid.threads(ThreadAxis.THREAD_X)));
      facts.add(fact(symbol, "reqntidy", grid.threads(ThreadAxis.THREAD_Y)));
      facts.add(fact(symbol, "reqntidz", grid.threads(ThreadAxis.THREAD_Z)));
    }
    return functions
        + String.join("\n", declarations)
        + "\n\nattributes #0 = { mustprogress nofree nounwind willreturn }\n"
        + annotations(facts);
  }

  private static String annotations(List<String> facts) {
    StringBuilder text = new StringBuilder();
    List<String> numbers = new ArrayList<>();
    for (String fact : facts) {
      String number = "!" + numbers.size();
      text.append("%s = %s\n".formatted(number, fact));
      numbers.add(number);
    }
    return text.append("!nvvm.annotations = !{%s}\n".formatted(String.join(", ", numbers)))
        .toString();
  }

  private static String fact(String symbol, String name, long value) {
    return "!{ptr @%s, !\"%s\", i32 %d}".formatted(symbol, name, value);
  }
}
