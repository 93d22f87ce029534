package dev.tilewright.bench;

import dev.tilewright.codegen.CpuCompiler;
import dev.tilewright.codegen.HostCpu;
import dev.tilewright.core.ir.Program;
import dev.tilewright.core.lower.Lowering;
import dev.tilewright.core.target.CpuTarget;
import dev.tilewright.search.limit.RegisterTile;

/**
 * Prints the rate of register tiles of matrix products, and the time to compile each. Argument:
 * threads (default 1).
 */
public final class RegisterTileBench {
  private static final int COMPILATIONS = 30;

  private RegisterTileBench() {}

  public static void main(String[] arguments) {
    CpuTarget target = HostCpu.detect(arguments.length == 0 ? 1 : Integer.parseInt(arguments[0]));
    IO.println("%s, %d threads".formatted(target.text(), target.threads()));
    for (RegisterTile tile : RegisterTile.CANDIDATES) {
      IO.println(
          "%2d x %2d: %6.1f GFLOP/s, compiled in %.1f ms"
              .formatted(
                  tile.rows(), tile.columns(), tile.rate(target), compileMillis(tile, target)));
    }
  }

  private static double compileMillis(RegisterTile tile, CpuTarget target) {
    Program program = Lowering.lower(tile.schedule());
    CpuCompiler compiler = new CpuCompiler();
    long best = Long.MAX_VALUE;
    for (int i = 0; i < COMPILATIONS; i++) {
      long start = System.nanoTime();
      compiler.jit(program, target).close();
      best = Math.min(best, System.nanoTime() - start);
    }
    return best / 1e6;
  }
}
