package dev.tilewright.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilewright.base.DType;
import dev.tilewright.core.interp.HostArray;
import dev.tilewright.core.interp.Interpreter;
import dev.tilewright.core.ir.Program;
import dev.tilewright.core.target.CpuTarget;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Runs programs compiled and interpreted and compares the outputs. */
final class Differential {
  private final CpuCompiler compiler = new CpuCompiler();
  private final List<CpuTarget> targets = targets();

  /** The host, and on it its predecessors with narrower vectors and without masks. */
  private static List<CpuTarget> targets() {
    CpuTarget host = HostCpu.detect(1);
    List<CpuTarget> targets = new ArrayList<>(List.of(host));
    if (host.triple().startsWith("x86_64")) {
      Stream.of("haswell", "x86-64")
          .map(mcpu -> CpuTargets.parse("cpu:mcpu=" + mcpu, 1))
          .filter(target -> target.vectorBits() < host.vectorBits())
          .forEach(targets::add);
    }
    return targets;
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
   * Compiles cases together and runs each: all of them for the host, and shares of them for its
   * predecessors. Fails unless all elements are equal up to the error of the case; zeros of either
   * sign are equal, and NaNs are.
   */
  void check(List<Case> cases) {
    for (int t = 0; t < targets.size(); t++) {
      int share = t;
      List<Case> chosen =
          IntStream.range(0, cases.size())
              .filter(c -> share == 0 || c % targets.size() == share)
              .mapToObj(cases::get)
              .toList();
      if (!chosen.isEmpty()) {
        check(chosen, targets.get(t));
      }
    }
  }

  private void check(List<Case> cases, CpuTarget target) {
    List<CpuCompiler.Unit> units = new ArrayList<>();
    for (int c = 0; c < cases.size(); c++) {
      units.add(new CpuCompiler.Unit(prefix(c), cases.get(c).program()));
    }
    try (JitProgram compiled = compiler.jit(units, target)) {
      for (int c = 0; c < cases.size(); c++) {
        check(cases.get(c), compiled, prefix(c), target);
      }
    }
  }

  private static String prefix(int position) {
    return "case" + position + "_";
  }

  private static void check(Case tried, JitProgram compiled, String prefix, CpuTarget target) {
    List<HostArray> expected = Interpreter.run(tried.program(), tried.inputs(), 1);
    List<HostArray> actual = CompiledProgram.run(compiled, prefix, tried.program(), tried.inputs());
    String what = "%s on %s".formatted(tried.what(), target.text());
    for (int output = 0; output < expected.size(); output++) {
      compare(what, expected.get(output), actual.get(output), tried.inputs(), tried.ulps());
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
        assertThat(text(actual, i))
            .as("%s, element %d of %s", what, i, operands)
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
    int minExponent =
        dtype.bits() == 64 ? -1022 : dtype.bits() == 32 ? -126 : precision == 7 ? -126 : -14;
    double ulp = Math.scalb(1.0, Math.max(Math.getExponent(expected), minExponent) - precision);
    return Math.abs(expected - actual) <= ulps * ulp;
  }
}
