package dev.tilewright.codegen;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.codegen.Differential.Case;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Expr.BinaryOp;
import dev.tilewright.core.expr.Expr.CompareOp;
import dev.tilewright.core.expr.Expr.MathFunction;
import dev.tilewright.core.interp.HostArray;
import dev.tilewright.core.ir.Program;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every operation in every type and at odd extents, against the interpreter. */
class ExprSemanticsTest {
  private static final Set<BinaryOp> BITWISE =
      EnumSet.of(BinaryOp.AND, BinaryOp.OR, BinaryOp.XOR, BinaryOp.SHL, BinaryOp.SHR);

  private final Differential differential = new Differential();
  private final Random random = new Random(7);

  static Stream<DType> types() {
    return DType.ALL.stream();
  }

  static Stream<MathFunction> functions() {
    return Stream.of(MathFunction.values());
  }

  @ParameterizedTest
  @MethodSource("types")
  void binaryOperations(DType dtype) {
    List<Case> cases = new ArrayList<>();
    for (BinaryOp op : BinaryOp.values()) {
      if (!(dtype.isFloat() && BITWISE.contains(op))) {
        addBinary(cases, op.name(), dtype, (x, y) -> new Expr.Binary(op, x, y));
      }
    }
    differential.check(cases);
  }

  @ParameterizedTest
  @MethodSource("types")
  void comparisons(DType dtype) {
    List<Case> cases = new ArrayList<>();
    for (CompareOp op : CompareOp.values()) {
      addBinary(cases, op.name(), dtype, (x, y) -> new Expr.Compare(op, x, y));
    }
    differential.check(cases);
  }

  @ParameterizedTest
  @MethodSource("types")
  void selects(DType dtype) {
    List<Case> cases = new ArrayList<>();
    addBinary(
        cases, "select", dtype, (x, y) -> Expr.select(new Expr.Compare(CompareOp.LT, x, y), x, y));
    addBinary(cases, "not", dtype, (x, y) -> new Expr.Not(new Expr.Compare(CompareOp.LT, x, y)));
    differential.check(cases);
  }

  @ParameterizedTest
  @MethodSource("types")
  void casts(DType from) {
    List<Case> cases = new ArrayList<>();
    for (DType to : DType.ALL) {
      long extent = 67;
      Buffer x = new Buffer("x", from, Shape.of(extent));
      Program program = Kernels.elementwise(List.of(x), extent, i -> new Expr.Cast(x.at(i), to));
      HostArray values = Kernels.values(from, extent, random);
      cases.add(new Case("%s to %s".formatted(from, to), program, List.of(values)));
    }
    differential.check(cases);
  }

  @ParameterizedTest
  @MethodSource("types")
  void constantsAndIndices(DType dtype) {
    List<Case> cases = new ArrayList<>();
    for (int extent : Kernels.ODD_EXTENTS) {
      Program program =
          Kernels.elementwise(
              List.of(),
              extent,
              i ->
                  new Expr.Binary(
                      BinaryOp.ADD,
                      new Expr.FromIndex(i.times(3).minus(5), dtype),
                      Expr.constant(1.3, dtype)));
      cases.add(new Case("from index as " + dtype, program, List.of()));
    }
    differential.check(cases);
  }

  @ParameterizedTest
  @MethodSource("functions")
  void mathFunctions(MathFunction function) {
    List<Case> cases = new ArrayList<>();
    for (DType dtype : List.of(DType.FLOAT16, DType.BFLOAT16, DType.FLOAT32, DType.FLOAT64)) {
      for (int extent : List.of(1, 37)) {
        Buffer x = new Buffer("x", dtype, Shape.of(extent));
        Buffer y = new Buffer("y", dtype, Shape.of(extent));
        Program program =
            Kernels.elementwise(
                List.of(x, y),
                extent,
                i ->
                    function == MathFunction.POW
                        ? Expr.call(function, x.at(i), y.at(i))
                        : Expr.call(function, x.at(i)));
        HostArray first = Kernels.values(dtype, extent, random);
        HostArray second = Kernels.values(dtype, extent, random);
        List<HostArray> inputs =
            function == MathFunction.POW ? List.of(bases(first), second) : List.of(first, second);
        double ulps = dtype.bits() == 64 ? 8 : 3;
        cases.add(new Case("%s of %s".formatted(function, dtype), program, inputs, ulps));
      }
    }
    differential.check(cases);
  }

  /** Positive and not 1, for which C and Java disagree about infinite and undefined exponents. */
  private static HostArray bases(HostArray values) {
    for (long i = 0; i < values.shape().elements(); i++) {
      double base = Math.abs(values.getDouble(i));
      values.setDouble(i, base == 1 ? 2 : base);
    }
    return values;
  }

  @Test
  void multiplyAddMayBeFusedButNotMore() {
    long extent = 33;
    Buffer x = new Buffer("x", DType.FLOAT32, Shape.of(extent));
    Program program =
        Kernels.elementwise(List.of(x), extent, i -> Expr.add(Expr.mul(x.at(i), x.at(i)), x.at(i)));
    HostArray values = HostArray.zeros(DType.FLOAT32, Shape.of(extent));
    for (int i = 0; i < extent; i++) {
      values.setDouble(i, random.nextDouble());
    }
    differential.check(List.of(new Case("x * x + x", program, List.of(values), 1)));
  }

  private void addBinary(
      List<Case> cases, String name, DType dtype, BinaryOperator<Expr> operation) {
    for (int extent : Kernels.someExtents(cases.size() / 3)) {
      Buffer x = new Buffer("x", dtype, Shape.of(extent));
      Buffer y = new Buffer("y", dtype, Shape.of(extent));
      Program program =
          Kernels.elementwise(List.of(x, y), extent, i -> operation.apply(x.at(i), y.at(i)));
      List<HostArray> inputs =
          List.of(Kernels.values(dtype, extent, random), Kernels.values(dtype, extent, random));
      cases.add(new Case("%s of %s, extent %d".formatted(name, dtype, extent), program, inputs));
    }
  }
}
