package dev.tilewright.codegen.cpu;

import dev.tilewright.core.ir.Kernel;
import dev.tilewright.core.ir.Program;
import dev.tilewright.core.target.CpuTarget;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** Kernels as the text of one LLVM module. */
public final class CpuIrEmitter {
  private CpuIrEmitter() {}

  /**
   * A program and what its kernels' symbols begin with.
   *
   * @param prefix empty for none
   */
  public record Unit(String prefix, Program program) {}

  /**
   * The module with all kernels of some programs.
   *
   * @throws dev.tilewright.base.InternalException if a kernel holds what a CPU cannot do
   */
  public static String emit(List<Unit> units, CpuTarget target) {
    SortedSet<String> declarations = new TreeSet<>();
    StringBuilder functions = new StringBuilder();
    for (Unit unit : units) {
      for (Kernel kernel : unit.program().kernels()) {
        String symbol = unit.prefix() + kernel.name();
        functions.append(KernelEmitter.emit(kernel, symbol, target, declarations));
      }
    }
    String attributes = "mustprogress nofree nosync nounwind willreturn";
    return functions
        + SmallFloatLibrary.text(functions, target)
        + String.join("\n", declarations)
        + "\n\nattributes #0 = { %s }\nattributes #1 = { noinline %s }\n"
            .formatted(attributes, attributes);
  }
}
