package dev.tilewright.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.interp.HostArray;
import dev.tilewright.core.ir.Program;
import dev.tilewright.core.target.CpuTarget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** The compiler under load: from several threads, and many times. */
class CompilerResourcesTest {
  private final CpuTarget target = HostCpu.detect(1);
  private final CpuCompiler compiler = new CpuCompiler();

  @Test
  void severalThreadsCompileAtOnce() throws Exception {
    List<Callable<Double>> tasks = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      double factor = i;
      tasks.add(() -> timesTen(factor));
    }
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      List<Future<Double>> results = threads.invokeAll(tasks);
      for (int i = 0; i < results.size(); i++) {
        assertThat(results.get(i).get()).isEqualTo(10.0 * i);
      }
    }
  }

  @Test
  void closedProgramsDoNotHoldMemory() throws IOException {
    Path status = Path.of("/proc/self/status");
    Assumptions.assumeTrue(Files.exists(status), "only Linux tells the resident size");
    for (int i = 0; i < 100; i++) {
      timesTen(i);
    }
    long before = residentKilobytes(status);
    int programs = 500;
    for (int i = 0; i < programs; i++) {
      timesTen(i);
    }
    long growthPerProgram = (residentKilobytes(status) - before) / programs;
    assertThat(growthPerProgram).as("kilobytes a program").isLessThan(100);
  }

  private double timesTen(double factor) {
    Buffer x = new Buffer("x", DType.FLOAT32, Shape.of(20));
    Program program =
        Kernels.elementwise(
            List.of(x), 20, i -> Expr.mul(x.at(i), Expr.constant(factor, DType.FLOAT32)));
    HostArray tens = HostArray.zeros(DType.FLOAT32, Shape.of(20));
    for (int i = 0; i < 20; i++) {
      tens.setDouble(i, 10);
    }
    try (JitProgram compiled = compiler.jit(program, target)) {
      return CompiledProgram.run(compiled, program, List.of(tens)).getFirst().getDouble(19);
    }
  }

  private static long residentKilobytes(Path status) throws IOException {
    return Files.readAllLines(status).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
        .findFirst()
        .orElseThrow();
  }
}
