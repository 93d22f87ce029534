package dev.tilewright.search.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.base.UserException;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Combiner;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.te.Compute;
import dev.tilewright.core.te.ComputeDag;
import dev.tilewright.core.te.DagBuilder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DagCodecTest {
  @Test
  void everyNodeSurvives() {
    ComputeDag dag = everyNode();
    String text = DagCodec.encode(dag).toString();
    ComputeDag decoded = DagCodec.decode(Json.readObject(text));
    assertThat(DagCodec.encode(decoded).toString()).isEqualTo(text);
    assertThat(decoded.inputs()).extracting(Buffer::name).containsExactly("x", "n", "w");
    assertThat(tagsIn(text))
        .containsAll(
            Set.of(
                "float",
                "int",
                "index",
                "binary",
                "compare",
                "compareIndex",
                "not",
                "select",
                "cast",
                "call",
                "load",
                "i.const",
                "i.axis",
                "i.add",
                "i.mul",
                "i.floordiv",
                "i.floormod",
                "i.min",
                "i.max",
                "i.value"));
  }

  @Test
  void combinersSurvive() {
    List<Combiner> combiners =
        List.of(
            Combiner.sum(DType.FLOAT32),
            Combiner.prod(DType.FLOAT64),
            Combiner.max(DType.FLOAT16),
            Combiner.min(DType.INT8));
    for (Combiner combiner : combiners) {
      DagBuilder te = new DagBuilder();
      Buffer x = te.placeholder("x", combiner.left().getFirst().dtype(), 4, 0);
      Buffer r =
          te.reduce(
              "r",
              List.of("i"),
              Shape.of(4),
              List.of("k"),
              Shape.of(0),
              combiner,
              (i, k) -> x.at(i[0], k[0]));
      assertRoundTrip(te.build(r));
    }
    ComputeDag argmax = argmax();
    assertRoundTrip(argmax);
    Compute decoded = DagCodec.decode(DagCodec.encode(argmax)).computes().getFirst();
    Combiner combiner = ((Compute.Reduction) decoded.body()).combiner();
    assertThat(combiner.name()).isEqualTo("argmax");
    assertThat(combiner.results()).hasSize(2);
    assertThat(combiner.identities().get(1))
        .isEqualTo(new Expr.FloatConst(Double.NEGATIVE_INFINITY, DType.FLOAT32));
  }

  @Test
  void theTableGrowsLinearlyWithSharing() {
    DagBuilder te = new DagBuilder();
    Buffer x = te.placeholder("x", DType.FLOAT32, 8);
    Buffer y =
        te.compute(
            "y",
            Shape.of(8),
            i -> {
              Expr value = x.at(i[0]);
              for (int depth = 0; depth < 14; depth++) {
                value = Expr.add(value, value);
              }
              return value;
            });
    ComputeDag dag = te.build(y);
    assertThat(DagCodec.encode(dag).toString()).hasSizeLessThan(800);
    assertRoundTrip(dag);
  }

  @Test
  void aMalformedDagIsRefusedInOneLine() {
    String good = DagCodec.encode(argmax()).toString();
    for (String bad :
        List.of(
            "{}",
            "{\"operations\":3,\"outputs\":[]}",
            good.replace("\"outputs\":[1]", "\"outputs\":[7]"),
            good.replace("\"load\",0", "\"load\",5"),
            good.replace("\"load\"", "\"laod\""),
            good.replace("\"float32\"", "\"float33\""),
            good.replace("\"shape\":[8,11]", "\"shape\":[8]"))) {
      assertThat(bad).isNotEqualTo(good);
      assertThatThrownBy(() -> DagCodec.decode(Json.readObject(bad)))
          .isInstanceOf(UserException.class)
          .satisfies(error -> assertThat(error.getMessage().lines()).hasSize(1));
    }
  }

  private static void assertRoundTrip(ComputeDag dag) {
    String text = DagCodec.encode(dag).toString();
    assertThat(DagCodec.encode(DagCodec.decode(Json.readObject(text))).toString()).isEqualTo(text);
  }

  private static Set<String> tagsIn(String text) {
    Set<String> tags = new HashSet<>();
    for (var operation : Json.readObject(text).get("operations")) {
      operation.path("nodes").forEach(node -> tags.add(node.get(0).textValue()));
    }
    return tags;
  }

  static ComputeDag argmax() {
    DagBuilder te = new DagBuilder();
    Buffer x = te.placeholder("x", DType.FLOAT32, 8, 11);
    List<Buffer> best =
        te.reduceTuple(
            List.of("index", "value"),
            List.of("i"),
            Shape.of(8),
            List.of("k"),
            Shape.of(11),
            Combiner.argmax(DType.INT64, DType.FLOAT32),
            (i, k) -> List.of(new Expr.FromIndex(k[0], DType.INT64), x.at(i[0], k[0])));
    return te.build(best.getFirst());
  }

  /** A pointwise DAG in which every expression and index node, operator and function occurs. */
  private static ComputeDag everyNode() {
    DagBuilder te = new DagBuilder();
    Buffer x = te.placeholder("x", DType.FLOAT32, 6, 7);
    Buffer n = te.placeholder("n", DType.INT32, 6);
    Buffer w = te.constant("w", DType.FLOAT32, 100);
    Buffer out =
        te.compute("out", List.of("i", "j"), Shape.of(6, 7), i -> everyValue(x, n, w, i[0], i[1]));
    return te.build(out);
  }

  private static Expr everyValue(Buffer x, Buffer n, Buffer w, Index i, Index j) {
    List<Expr> terms = new ArrayList<>();
    for (Expr.BinaryOp op :
        List.of(
            Expr.BinaryOp.ADD,
            Expr.BinaryOp.SUB,
            Expr.BinaryOp.MUL,
            Expr.BinaryOp.DIV,
            Expr.BinaryOp.MIN,
            Expr.BinaryOp.MAX)) {
      terms.add(new Expr.Binary(op, x.at(i, j), Expr.constant(-0.1, DType.FLOAT32)));
    }
    for (Expr.BinaryOp op : Expr.BinaryOp.values()) {
      terms.add(
          Expr.cast(new Expr.Binary(op, n.at(i), Expr.constant(3L, DType.INT32)), DType.FLOAT32));
    }
    for (Expr.CompareOp op : Expr.CompareOp.values()) {
      Expr both =
          Expr.and(
              new Expr.Compare(op, x.at(i, j), Expr.constant(Double.NaN, DType.FLOAT32)),
              new Expr.Not(new Expr.CompareIndex(op, i, j)));
      terms.add(
          Expr.select(both, Expr.constant(Double.POSITIVE_INFINITY, DType.FLOAT32), x.at(i, j)));
    }
    for (Expr.MathFunction function : Expr.MathFunction.values()) {
      terms.add(
          function == Expr.MathFunction.POW
              ? Expr.call(function, x.at(i, j), x.at(i, j))
              : Expr.call(function, x.at(i, j)));
    }
    Index gathered = new Index.FromExpr(n.at(i));
    Index position =
        Index.min(Index.max(gathered.plus(j.times(5)), Index.ZERO), Index.of(99))
            .plus(j.floorDiv(2))
            .plus(i.floorMod(3))
            .minus(4);
    terms.add(w.at(position));
    terms.add(new Expr.FromIndex(position, DType.FLOAT32));
    return terms.stream().reduce(Expr::add).orElseThrow();
  }
}
