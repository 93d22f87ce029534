package dev.tilewright.codegen;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.codegen.Differential.Case;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Combiner;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Exprs;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.expr.Var;
import dev.tilewright.core.interp.HostArray;
import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.ir.Stmt;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Statements inside of vector loops, against the interpreter. */
class VectorControlFlowTest {
  private static final DType F32 = DType.FLOAT32;

  private final Differential differential = new Differential();
  private final Random random = new Random(5);

  /**
   * {@code vectorized i: out[0] += x[i]}, with whole numbers, so that the order does not matter.
   */
  @Test
  void reductionsOverTheLanesAreLoops() {
    List<Case> cases = new ArrayList<>();
    for (int extent : Kernels.ODD_EXTENTS) {
      for (Combiner combiner :
          List.of(Combiner.sum(F32), Combiner.max(F32), Combiner.min(F32), Combiner.prod(F32))) {
        Buffer x = new Buffer("x", F32, Shape.of(extent));
        Buffer out = new Buffer("out", F32, Shape.of(1));
        Var i = new Var("i", extent);
        Expr update =
            Exprs.bind(
                combiner.results().getFirst(),
                Map.of(
                    combiner.left().getFirst(), out.at(Index.ZERO),
                    combiner.right().getFirst(), x.at(Index.of(i))));
        Stmt body =
            Stmt.seq(
                new Stmt.Store(out, List.of(Index.ZERO), combiner.identities().getFirst()),
                new Stmt.For(
                    i, ForKind.VECTORIZED, new Stmt.Store(out, List.of(Index.ZERO), update)));
        cases.add(
            new Case(
                "%s of %d".formatted(combiner.name(), extent),
                Kernels.of(List.of(x), out, body),
                List.of(wholeNumbers(x))));
      }
    }
    differential.check(cases);
  }

  /** A loop over k, and a buffer for each lane, inside of the vector loop. */
  @Test
  void loopsAndBuffersInsideOfTheLanes() {
    List<Case> cases = new ArrayList<>();
    for (int extent : Kernels.ODD_EXTENTS) {
      Buffer x = new Buffer("x", F32, Shape.of(4, extent));
      Buffer out = new Buffer("out", F32, Shape.of(extent));
      Buffer own = new Buffer("own", F32, Shape.of(4), Buffer.Scope.LOCAL);
      Buffer sum = new Buffer("sum", F32, Shape.of(1), Buffer.Scope.LOCAL);
      Var i = new Var("i", extent);
      Var k = new Var("k", 4);
      Var k2 = new Var("k", 4);
      Index reversed = Index.of(3).minus(Index.of(k2));
      Stmt fill =
          new Stmt.For(
              k,
              ForKind.SERIAL,
              new Stmt.Store(own, List.of(Index.of(k)), x.at(Index.of(k), Index.of(i))));
      Stmt add =
          new Stmt.For(
              k2,
              ForKind.UNROLLED,
              new Stmt.Store(
                  sum, List.of(Index.ZERO), Expr.sub(own.at(reversed), sum.at(Index.ZERO))));
      Stmt body =
          new Stmt.For(
              i,
              ForKind.VECTORIZED,
              new Stmt.Allocate(
                  own,
                  new Stmt.Allocate(
                      sum,
                      Stmt.seq(
                          new Stmt.Store(sum, List.of(Index.ZERO), Expr.constant(0.5, F32)),
                          fill,
                          add,
                          new Stmt.Store(out, List.of(Index.of(i)), sum.at(Index.ZERO))))));
      cases.add(
          new Case(
              "own buffers, extent " + extent,
              Kernels.of(List.of(x), out, body),
              List.of(inputOf(x))));
    }
    differential.check(cases);
  }

  /** Names, and conditions that differ between the lanes, nested. */
  @Test
  void namesAndNestedConditions() {
    List<Case> cases = new ArrayList<>();
    for (int extent : Kernels.ODD_EXTENTS) {
      Buffer x = new Buffer("x", F32, Shape.of(extent));
      Buffer out = new Buffer("out", F32, Shape.of(extent));
      Var clear = new Var("clear", extent);
      Var i = new Var("i", extent);
      Index at = Index.of(i);
      Expr.Param square = new Expr.Param("square", F32);
      Stmt inner =
          new Stmt.If(
              new Expr.CompareIndex(Expr.CompareOp.NE, at.floorMod(3), Index.ONE),
              new Stmt.Store(out, List.of(at), Expr.add(square, out.at(at))));
      Stmt guarded =
          new Stmt.If(
              new Expr.Compare(Expr.CompareOp.GT, x.at(at), Expr.constant(0.0, F32)), inner);
      Stmt body =
          Stmt.seq(
              new Stmt.For(
                  clear,
                  ForKind.SERIAL,
                  new Stmt.Store(out, List.of(Index.of(clear)), Expr.constant(1.0, F32))),
              new Stmt.For(
                  i,
                  ForKind.VECTORIZED,
                  new Stmt.Let(square, Expr.mul(x.at(at), x.at(at)), guarded)));
      cases.add(
          new Case(
              "conditions, extent " + extent,
              Kernels.of(List.of(x), out, body),
              List.of(Kernels.values(F32, extent, random)),
              1));
    }
    differential.check(cases);
  }

  /** A condition that is the same in all lanes around a value that would be read outside. */
  @Test
  void uniformSelectsDoNotEvaluateTheOtherBranch() {
    List<Case> cases = new ArrayList<>();
    for (int extent : Kernels.ODD_EXTENTS) {
      Buffer x = new Buffer("x", F32, Shape.of(2, extent));
      Buffer out = new Buffer("out", F32, Shape.of(4, extent));
      Var row = new Var("row", 4);
      Var i = new Var("i", extent);
      Index source = Index.of(row).minus(1);
      Expr inside = Expr.and(Expr.ge(source, Index.ZERO), Expr.lt(source, Index.of(2)));
      Expr value = Expr.select(inside, x.at(source, Index.of(i)), Expr.constant(0.25, F32));
      Stmt body =
          new Stmt.For(
              row,
              ForKind.SERIAL,
              new Stmt.For(
                  i,
                  ForKind.VECTORIZED,
                  new Stmt.Store(out, List.of(Index.of(row), Index.of(i)), value)));
      cases.add(
          new Case(
              "rows of padding, extent " + extent,
              Kernels.of(List.of(x), out, body),
              List.of(inputOf(x))));
    }
    differential.check(cases);
  }

  private HostArray inputOf(Buffer buffer) {
    HostArray array = HostArray.zeros(buffer.dtype(), buffer.shape());
    for (long i = 0; i < buffer.shape().elements(); i++) {
      array.setDouble(i, random.nextGaussian());
    }
    return array;
  }

  private HostArray wholeNumbers(Buffer buffer) {
    HostArray array = HostArray.zeros(buffer.dtype(), buffer.shape());
    for (long i = 0; i < buffer.shape().elements(); i++) {
      array.setLong(i, random.nextInt(1, 3));
    }
    return array;
  }
}
