package dev.tilewright.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilewright.base.DType;
import dev.tilewright.core.interp.HostArray;
import dev.tilewright.core.interp.Interpreter;
import dev.tilewright.core.ir.Program;
import dev.tilewright.core.target.CpuTarget;
import java.util.ArrayList;
import java.util.List;

/** Runs programs compiled and interpreted and compares the outputs. */
final class Differential {
  private final CpuTarget target;
  private final CpuCompiler compiler = new CpuCompiler();

  Differential() {
    this(HostCpu.detect(1));
  }

  Differential(CpuTarget target) {
    this.target = target;
  }

  CpuTarget target() {
    return target;
  }

  CpuCompiler compiler() {
    return compiler;
  }

  /**
   * A program to check.
   *
   * @param what for messages
   * @param ulps the error that floats may have, in units in the last place of the type
   */
  record Case(String what, Program program, List<HostArray> inputs, double ulps) {
    Case(String what, Program program, List<HostArray> inputs) {
      this(what, program, inputs, 0);
    }
  }

  /**
   * Compiles all cases together and runs each. Fails unless all elements are equal up to the error
   * of the case; zeros of either sign are equal, and NaNs are.
   */
  void check(List<Case> cases) {
    List<CpuCompiler.Unit> units = new ArrayList<>();
    for (int c = 0; c < cases.size(); c++) {
      units.add(new CpuCompiler.Unit(prefix(c), cases.get(c).program()));
    }
    try (JitProgram compiled = compiler.jit(units, target)) {
      for (int c = 0; c < cases.size(); c++) {
        check(cases.get(c), compiled, prefix(c));
      }
    }
  }

  private static String prefix(int position) {
    return "case" + position + "_";
  }

  private static void check(Case tried, JitProgram compiled, String prefix) {
    List<HostArray> expected = Interpreter.run(tried.program(), tried.inputs(), 1);
    List<HostArray> actual =
        CompiledProgram.run(compiled, prefix, tried.program(), tried.inputs());
    for (int output = 0; output < expected.size(); output++) {
      compare(
          tried.what(), expected.get(output), actual.get(output), tried.inputs(), tried.ulps());
    }
  }

  private static void compare(
      String what, HostArray expected, HostArray actual, List<HostArray> inputs, double ulps) {
    DType dtype = expected.dtype();
    for (long i = 0; i < expected.shape().elements(); i++) {
      boolean equal =
          dtype.isFloat()
              ? isClose(dtype, expected.getDouble(i), actual.getDouble(i), ulps)
              : expected.getLong(i) == actual.getLong(i);
      if (!equal) {
        long position = i;
        List<String> operands =
            inputs.stream()
                .filter(input -> input.shape().elements() > position)
                .map(input -> text(input, position))
                .toList();
        assertThat(text(actual, i)).as("%s, element %d of %s", what, i, operands)
            .isEqualTo(text(expected, i));
      }
    }
  }

  private static String text(HostArray array, long i) {
    return array.dtype().isFloat()
        ? Double.toString(array.getDouble(i))
        : Long.toString(array.getLong(i));
  }

  private static boolean isClose(DType dtype, double expected, double actual, double ulps) {
    if (expected == actual || Double.isNaN(expected) && Double.isNaN(actual)) {
      return true;
    }
    int precision =
        switch (dtype.bits()) {
          case 64 -> 52;
          case 32 -> 23;
          default -> dtype.kind() == DType.Kind.BFLOAT ? 7 : 10;
        };
    int minExponent = dtype.bits() == 64 ? -1022 : dtype.bits() == 32 ? -126 : precision == 7 ? -126 : -14;
    double ulp =
        Math.scalb(1.0, Math.max(Math.getExponent(expected), minExponent) - precision);
    return Math.abs(expected - actual) <= ulps * ulp;
  }
}
