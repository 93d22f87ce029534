package dev.tilewright.codegen;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.expr.Var;
import dev.tilewright.core.interp.HostArray;
import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.ir.Kernel;
import dev.tilewright.core.ir.Program;
import dev.tilewright.core.ir.Stmt;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Small programs and inputs for tests. */
final class Kernels {
  /** Extents that meet sections of every size, and their remainders. */
  static final List<Integer> ODD_EXTENTS = List.of(1, 3, 4, 6, 7, 13, 16, 17, 31, 33);

  private Kernels() {}

  /** A third of the odd extents, another one for each number. */
  static List<Integer> someExtents(int number) {
    return IntStream.range(0, ODD_EXTENTS.size())
        .filter(i -> Math.floorMod(i + number, 3) == 0)
        .mapToObj(ODD_EXTENTS::get)
        .toList();
  }

  /** A program with one kernel. */
  static Program of(List<Buffer> inputs, Buffer output, Stmt body) {
    List<Buffer> parameters = new ArrayList<>(inputs);
    parameters.add(output);
    return new Program(
        List.of(new Kernel("kernel", parameters, body)), inputs, List.of(output), List.of());
  }

  /** One vector loop that computes an output of the same extent from each element. */
  static Program elementwise(List<Buffer> inputs, long extent, Function<Index, Expr> value) {
    Var i = new Var("i", extent);
    Expr body = value.apply(Index.of(i));
    Buffer output = new Buffer("out", body.dtype(), Shape.of(extent));
    return of(
        inputs,
        output,
        new Stmt.For(i, ForKind.VECTORIZED, new Stmt.Store(output, List.of(Index.of(i)), body)));
  }

  /** Values of a type that meet its limits and special cases, else at random. */
  static HostArray values(DType dtype, long extent, Random random) {
    HostArray array = HostArray.zeros(dtype, Shape.of(extent));
    for (long i = 0; i < extent; i++) {
      if (dtype.isFloat()) {
        array.setDouble(i, floating(random));
      } else {
        array.setLong(i, integer(dtype, random));
      }
    }
    return array;
  }

  private static double floating(Random random) {
    double[] special = {
      0.0,
      -0.0,
      1,
      -1,
      0.5,
      2.5,
      -3.5,
      Double.NaN,
      Double.POSITIVE_INFINITY,
      Double.NEGATIVE_INFINITY,
      255.7,
      -129.2,
      3e9,
      -3e9,
      1e19,
      -1e19,
      65504,
      1e-40,
      6e-8
    };
    return switch (random.nextInt(4)) {
      case 0 -> special[random.nextInt(special.length)];
      case 1 -> random.nextInt(-20, 20);
      case 2 -> random.nextGaussian();
      default -> random.nextGaussian() * 100;
    };
  }

  private static long integer(DType dtype, Random random) {
    if (dtype.isBool()) {
      return random.nextInt(2);
    }
    return switch (random.nextInt(4)) {
      case 0 -> random.nextInt(-2, 3);
      case 1 -> dtype.kind() == DType.Kind.UINT ? 255 : -1L << (dtype.bits() - 1);
      case 2 -> random.nextInt(0, 70);
      default -> random.nextLong();
    };
  }
}
