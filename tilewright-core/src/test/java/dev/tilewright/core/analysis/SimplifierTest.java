package dev.tilewright.core.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.expr.Var;
import java.util.List;
import org.junit.jupiter.api.Test;

class SimplifierTest {
  private final Index i = Index.of(new Var("i", 4));
  private final Index j = Index.of(new Var("j", 14));
  private final Index f = Index.of(new Var("f", 200));

  @Test
  void fusedLoopComesBack() {
    Index fused = i.times(14).plus(j);
    assertEqual(fused.floorDiv(14), i);
    assertEqual(fused.floorMod(14), j);
    assertEqual(fused.floorDiv(14).times(14).plus(fused.floorMod(14)), fused);
  }

  @Test
  void splitLoopComesBack() {
    assertEqual(f.floorDiv(14).times(14).plus(f.floorMod(14)), f);
    assertEqual(
        f.floorDiv(56).times(56).plus(f.floorDiv(14).floorMod(4).times(14)).plus(f.floorMod(14)),
        f);
  }

  @Test
  void innerPartsOfASplitMerge() {
    assertEqual(f.floorDiv(14).floorMod(4).times(14).plus(f.floorMod(14)), f.floorMod(56));
  }

  @Test
  void nestedDivisionsMerge() {
    assertEqual(f.floorDiv(3).floorDiv(5), f.floorDiv(15));
    assertEqual(f.floorDiv(3).plus(2).floorDiv(5), f.plus(6).floorDiv(15));
    assertEqual(f.floorMod(56).floorDiv(14), f.floorDiv(14).floorMod(4));
  }

  @Test
  void divisionByAMultipleOfTheStrideDropsTheLowPart() {
    assertEqual(i.times(14).plus(j).floorDiv(28), i.floorDiv(2));
    assertEqual(i.times(14).plus(j).floorMod(28), i.floorMod(2).times(14).plus(j));
  }

  @Test
  void valuesInRangeNeedNoDivision() {
    assertEqual(j.floorMod(14), j);
    assertEqual(j.floorDiv(14), Index.ZERO);
    assertEqual(j.minus(14).floorDiv(14), Index.of(-1));
  }

  @Test
  void likeTermsMergeAndCancel() {
    assertEqual(i.plus(j).minus(i).plus(3).minus(3), j);
    assertEqual(i.plus(i.times(2)), i.times(3));
  }

  @Test
  void oneIterationLoopIsZero() {
    assertEqual(Index.of(new Var("one", 1)).plus(j), j);
  }

  @Test
  void boundsDecideMinima() {
    assertEqual(Index.min(j, Index.of(13)), j);
    assertEqual(Index.max(j, Index.of(-1)), j);
    assertEqual(Index.max(i.minus(5), Index.ZERO), Index.ZERO);
    assertThat(Simplifier.simplify(Index.min(i.plus(j), i.plus(7))))
        .isEqualTo(i.plus(Index.min(j, Index.of(7))));
  }

  @Test
  void guardOfASplitThatDividesIsTrue() {
    Index value = i.times(14).plus(j);
    assertThat(Simplifier.provablyTrue(Expr.lt(value, Index.of(56)))).isTrue();
    assertThat(Simplifier.provablyTrue(Expr.lt(value, Index.of(55)))).isFalse();
    assertThat(Simplifier.provablyFalse(Expr.lt(value, Index.ZERO))).isTrue();
  }

  @Test
  void guardDropsWhatDoesNotMatter() {
    Expr guard = Expr.lt(i.times(14).plus(j), Index.of(42));
    assertThat(Simplifier.simplify(guard)).isEqualTo(Expr.lt(i, Index.of(3)));
  }

  @Test
  void comparisonsHaveOneForm() {
    Expr expected = Expr.lt(i, Index.of(3));
    assertThat(Simplifier.simplify(new Expr.CompareIndex(Expr.CompareOp.LE, i, Index.of(2))))
        .isEqualTo(expected);
    assertThat(Simplifier.simplify(new Expr.CompareIndex(Expr.CompareOp.GT, Index.of(3), i)))
        .isEqualTo(expected);
    assertThat(Simplifier.simplify(new Expr.Not(Expr.ge(i, Index.of(3))))).isEqualTo(expected);
  }

  @Test
  void decidedSelectKeepsOneBranch() {
    Buffer a = new Buffer("A", DType.FLOAT32, Shape.of(14));
    Expr padded =
        Expr.select(
            Expr.and(Expr.ge(j, Index.ZERO), Expr.lt(j, Index.of(14))),
            a.at(j),
            Expr.constant(0L, DType.FLOAT32));
    assertThat(Simplifier.simplify(padded)).isEqualTo(a.at(j));
  }

  @Test
  void floatingPointStaysExact() {
    Buffer a = new Buffer("A", DType.FLOAT32, Shape.of(14));
    Expr x = a.at(j);
    Expr plusZero = Expr.add(x, Expr.constant(0L, DType.FLOAT32));
    Expr timesZero = Expr.mul(x, Expr.constant(0L, DType.FLOAT32));
    assertThat(Simplifier.simplify(plusZero)).isSameAs(plusZero);
    assertThat(Simplifier.simplify(timesZero)).isSameAs(timesZero);
    assertThat(Simplifier.simplify(Expr.mul(x, Expr.constant(1L, DType.FLOAT32)))).isSameAs(x);
    Expr third = Expr.div(Expr.constant(1L, DType.FLOAT32), Expr.constant(3L, DType.FLOAT32));
    assertThat(Simplifier.simplify(third)).isEqualTo(new Expr.FloatConst(1f / 3f, DType.FLOAT32));
  }

  @Test
  void integersWrap() {
    Expr most = Expr.constant(Long.valueOf(Integer.MAX_VALUE), DType.INT32);
    assertThat(Simplifier.simplify(Expr.add(most, Expr.constant(1L, DType.INT32))))
        .isEqualTo(Expr.constant((long) Integer.MIN_VALUE, DType.INT32));
  }

  @Test
  void sharedSubexpressionsAreVisitedOnce() {
    Buffer a = new Buffer("A", DType.FLOAT32, Shape.of(14));
    Expr x = a.at(j.plus(i).minus(i));
    for (int depth = 0; depth < 60; depth++) {
      x = Expr.add(x, x);
    }
    assertThat(Simplifier.simplify(x).dtype()).isEqualTo(DType.FLOAT32);
  }

  @Test
  void affineViewNamesCoefficients() {
    Var k = new Var("k", 5);
    Var m = new Var("m", 5);
    Affine affine = Affine.of(Index.of(k).times(3).plus(Index.of(m).floorDiv(2)).plus(7));
    assertThat(affine.constant()).isEqualTo(7);
    assertThat(affine.coefficient(k)).isEqualTo(3);
    assertThat(affine.coefficient(m)).isZero();
    assertThat(affine.isLinearIn(k)).isTrue();
    assertThat(affine.isLinearIn(m)).isFalse();
    assertThat(affine.isIndependentOf(new Var("n", 5))).isTrue();
    assertThat(affine.terms()).hasSize(2);
    assertThat(affine.bounds()).isEqualTo(new Interval(7, 21));
    assertThat(affine.without(k).isIndependentOf(k)).isTrue();
  }

  @Test
  void gatheredIndexIsBoundedByItsType() {
    Buffer bytes = new Buffer("B", DType.UINT8, Shape.of(14));
    Index gathered = new Index.FromExpr(bytes.at(j));
    assertThat(Simplifier.bounds(gathered)).isEqualTo(new Interval(0, 255));
    assertEqual(gathered.plus(j).minus(gathered), j);
    assertEqual(new Index.FromExpr(new Expr.FromIndex(j, DType.INT32)), j);
  }

  private static void assertEqual(Index index, Index expected) {
    assertThat(List.of(Simplifier.simplify(index))).isEqualTo(List.of(expected));
  }
}
