package dev.tilewright.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.core.interp.HostArray;
import dev.tilewright.core.ir.Program;
import dev.tilewright.core.target.CpuTarget;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Sums of a register tile stay in registers. */
class RegisterTileTest {
  private final CpuCompiler compiler = new CpuCompiler();

  /** 28 sums, 2 vectors of B and 2 of A are all 32 registers. */
  @Test
  void innerLoopOfFullTileTouchesNoMemoryButTheOperands() {
    checkInnerLoop("znver4", "%zmm", RegisterTile.of(14, 32, 64), 28, 14 + 2);
  }

  @Test
  void innerLoopWithSixteenRegisters() {
    checkInnerLoop("haswell", "%ymm", RegisterTile.of(6, 16, 64), 12, 6 + 2);
  }

  /** A tile whose columns are no whole number of registers. */
  @Test
  void innerLoopOfOddTile() {
    checkInnerLoop("znver4", "%zmm", RegisterTile.of(7, 24, 64), 7, 7 + 2);
  }

  @Test
  void tilesComputeTheProduct() {
    Random random = new Random(2);
    List<Differential.Case> cases = new ArrayList<>();
    for (int columns : List.of(1, 7, 16, 24, 32, 33, 64)) {
      Program program = RegisterTile.of(5, columns, 9);
      List<HostArray> inputs = new ArrayList<>();
      for (int extent : List.of(5, columns)) {
        HostArray array = HostArray.zeros(DType.FLOAT32, Shape.of(9, extent));
        for (long i = 0; i < array.shape().elements(); i++) {
          array.setLong(i, random.nextInt(-3, 4));
        }
        inputs.add(array);
      }
      cases.add(new Differential.Case("5 x " + columns, program, inputs));
    }
    new Differential().check(cases);
  }

  private void checkInnerLoop(
      String mcpu, String register, Program program, int multiplyAdds, int loads) {
    CpuTarget host = HostCpu.detect(1);
    Assumptions.assumeTrue(host.triple().startsWith("x86_64"), "assembly of x86-64");
    CpuTarget target = CpuTargets.parse("cpu:mcpu=" + mcpu, 1);
    List<String> loop = innerLoop(compiler.assembly(program, target));
    assertThat(loop.stream().filter(line -> line.contains("vfmadd") && line.contains(register)))
        .as("multiply-adds of %s in %s", register, loop)
        .hasSize(multiplyAdds);
    assertThat(loop.stream().filter(line -> line.contains("(")))
        .as("memory operands in %s", loop)
        .hasSize(loads);
    assertThat(loop).as("stores and spills").noneMatch(line -> line.matches(".*, -?\\d*\\(.*"));
    assertThat(loop).as("accesses of the stack").noneMatch(line -> line.contains("%rsp"));
  }

  /** The lines between a label and the jump back to it that hold the multiply-adds. */
  private static List<String> innerLoop(String assembly) {
    List<String> block = new ArrayList<>();
    for (String line : assembly.lines().map(String::strip).toList()) {
      if (line.endsWith(":")) {
        block.clear();
      }
      block.add(line);
      if (line.startsWith("j") && block.stream().anyMatch(text -> text.contains("vfmadd"))) {
        return block;
      }
    }
    throw new AssertionError("no inner loop in " + assembly);
  }
}
