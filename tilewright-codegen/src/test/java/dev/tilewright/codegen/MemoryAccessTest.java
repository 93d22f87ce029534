package dev.tilewright.codegen;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.codegen.Differential.Case;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.expr.Var;
import dev.tilewright.core.interp.HostArray;
import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.ir.Program;
import dev.tilewright.core.ir.Stmt;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Every way in which a vector loop can address memory, against the interpreter. */
class MemoryAccessTest {
  private static final List<DType> TYPES =
      List.of(DType.FLOAT32, DType.FLOAT64, DType.FLOAT16, DType.INT8, DType.BOOL);

  private final Differential differential = new Differential();
  private final Random random = new Random(11);

  @Test
  void stridedReversedAndBroadcastLoads() {
    List<Case> cases = new ArrayList<>();
    for (int extent : Kernels.ODD_EXTENTS) {
      for (int stride : List.of(-2, -1, 0, 1, 2, 3, 5)) {
        long start = stride < 0 ? -stride * (extent - 1L) : 2;
        cases.addAll(loads("stride " + stride, extent, i -> i.times(stride).plus(start)));
      }
    }
    differential.check(cases);
  }

  @Test
  void divisionsAndRemaindersOfTheLane() {
    List<Case> cases = new ArrayList<>();
    for (int extent : Kernels.ODD_EXTENTS) {
      cases.addAll(loads("i / 3", extent, i -> i.floorDiv(3)));
      cases.addAll(loads("i % 3", extent, i -> i.floorMod(3)));
      cases.addAll(loads("(i - 7) / 4 + 2", extent, i -> i.minus(7).floorDiv(4).plus(2)));
      cases.addAll(loads("(i - 7) % 5", extent, i -> i.minus(7).floorMod(5)));
      cases.addAll(loads("min(i, 4)", extent, i -> Index.min(i, Index.of(4))));
      cases.addAll(loads("max(i, 4)", extent, i -> Index.max(i, Index.of(4))));
    }
    differential.check(cases);
  }

  @Test
  void gathersByValues() {
    List<Case> cases = new ArrayList<>();
    for (DType indexType : List.of(DType.INT8, DType.INT32, DType.INT64, DType.UINT8)) {
      for (int extent : Kernels.ODD_EXTENTS) {
        Buffer index = new Buffer("index", indexType, Shape.of(extent));
        Buffer data = new Buffer("data", DType.FLOAT32, Shape.of(9));
        Program program =
            Kernels.elementwise(
                List.of(index, data), extent, i -> data.at(new Index.FromExpr(index.at(i))));
        HostArray positions = HostArray.zeros(indexType, Shape.of(extent));
        for (int i = 0; i < extent; i++) {
          positions.setLong(i, random.nextInt(9));
        }
        cases.add(
            new Case(
                "gather by " + indexType,
                program,
                List.of(positions, Kernels.values(DType.FLOAT32, 9, random))));
      }
    }
    differential.check(cases);
  }

  @Test
  void strangeStores() {
    List<Case> cases = new ArrayList<>();
    for (int extent : Kernels.ODD_EXTENTS) {
      cases.addAll(stores("stride 3", extent, i -> i.times(3)));
      cases.addAll(stores("reversed", extent, i -> Index.of(extent - 1).minus(i)));
      cases.addAll(stores("permuted", extent, i -> i.floorMod(4).times(9).plus(i.floorDiv(4))));
    }
    differential.check(cases);
  }

  @Test
  void paddingReadsNothingOutside() {
    List<Case> cases = new ArrayList<>();
    for (DType dtype : TYPES) {
      for (int extent : Kernels.ODD_EXTENTS) {
        for (int stride : List.of(-1, 1, 2)) {
          if (!someTypes("padding by " + stride, extent).contains(dtype)) {
            continue;
          }
          Buffer x = new Buffer("x", dtype, Shape.of(5));
          Program program =
              Kernels.elementwise(
                  List.of(x),
                  extent,
                  i -> {
                    Index at = i.times(stride).minus(2);
                    Expr inside = Expr.and(Expr.ge(at, Index.ZERO), Expr.lt(at, Index.of(5)));
                    return Expr.select(inside, x.at(at), Expr.constant(1L, dtype));
                  });
          cases.add(
              new Case(
                  "padding of %s by stride %d to %d".formatted(dtype, stride, extent),
                  program,
                  List.of(Kernels.values(dtype, 5, random))));
        }
      }
    }
    differential.check(cases);
  }

  @Test
  void guardedTails() {
    List<Case> cases = new ArrayList<>();
    for (DType dtype : TYPES) {
      for (int extent : List.of(1, 5, 16, 23, 40)) {
        for (int factor : List.of(3, 8, 16, 24)) {
          cases.add(guardedTail(dtype, extent, factor));
        }
      }
    }
    differential.check(cases);
  }

  /** {@code for o: vectorized for i: if (o * factor + i < extent) out[…] = x[…] + x[…]}. */
  private Case guardedTail(DType dtype, int extent, int factor) {
    Buffer x = new Buffer("x", dtype, Shape.of(extent));
    Buffer out = new Buffer("out", dtype, Shape.of(extent));
    Var outer = new Var("o", Math.ceilDiv(extent, factor));
    Var inner = new Var("i", factor);
    Index at = Index.of(outer).times(factor).plus(Index.of(inner));
    Stmt body =
        new Stmt.For(
            outer,
            ForKind.SERIAL,
            new Stmt.For(
                inner,
                ForKind.VECTORIZED,
                new Stmt.If(
                    Expr.lt(at, Index.of(extent)),
                    new Stmt.Store(out, List.of(at), Expr.add(x.at(at), x.at(at))))));
    return new Case(
        "%d elements of %s by %d".formatted(extent, dtype, factor),
        Kernels.of(List.of(x), out, body),
        List.of(Kernels.values(dtype, extent, random)));
  }

  private List<Case> loads(String what, int extent, Function<Index, Index> position) {
    List<Case> cases = new ArrayList<>();
    for (DType dtype : someTypes(what, extent)) {
      Buffer x = new Buffer("x", dtype, Shape.of(200));
      Program program = Kernels.elementwise(List.of(x), extent, i -> x.at(position.apply(i)));
      cases.add(
          new Case(
              "load of %s, %s, extent %d".formatted(dtype, what, extent),
              program,
              List.of(Kernels.values(dtype, 200, random))));
    }
    return cases;
  }

  private List<Case> stores(String what, int extent, Function<Index, Index> position) {
    List<Case> cases = new ArrayList<>();
    for (DType dtype : someTypes(what, extent)) {
      Buffer x = new Buffer("x", dtype, Shape.of(extent));
      Buffer out = new Buffer("out", dtype, Shape.of(100));
      Var clear = new Var("clear", 100);
      Var i = new Var("i", extent);
      Stmt body =
          Stmt.seq(
              new Stmt.For(
                  clear,
                  ForKind.VECTORIZED,
                  new Stmt.Store(out, List.of(Index.of(clear)), Expr.constant(1L, dtype))),
              new Stmt.For(
                  i,
                  ForKind.VECTORIZED,
                  new Stmt.Store(out, List.of(position.apply(Index.of(i))), x.at(Index.of(i)))));
      cases.add(
          new Case(
              "store of %s, %s, extent %d".formatted(dtype, what, extent),
              Kernels.of(List.of(x), out, body),
              List.of(Kernels.values(dtype, extent, random))));
    }
    return cases;
  }

  /** Two of the types, others for each access and extent. */
  private static List<DType> someTypes(String what, int extent) {
    int first = Math.floorMod(what.hashCode() + extent, TYPES.size());
    return List.of(TYPES.get(first), TYPES.get((first + 2) % TYPES.size()));
  }
}
