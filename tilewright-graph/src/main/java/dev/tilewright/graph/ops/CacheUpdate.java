package dev.tilewright.graph.ops;

import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.te.DagBuilder;
import java.util.List;

/**
 * A cache with new elements written along an axis: inputs cache, update (shorter along the axis)
 * and the first position written of each batch. Positions outside of the cache are not written.
 *
 * @param circular whether positions go on at the front after the end
 */
public record CacheUpdate(int axis, boolean circular) implements Operator {
  @Override
  public String name() {
    return "cache_update";
  }

  @Override
  public String stageName() {
    return "T_cache_update";
  }

  @Override
  public List<TensorType> inferTypes(List<TensorType> inputs) {
    Operands operands = new Operands(this, inputs).requireCount(3).requireInteger(2);
    int along = operands.axis(0, axis);
    TensorType cache = operands.get(0);
    operands.require(along > 0, "the axis is the batch");
    operands.requireRank(1, cache.rank());
    TensorType expected =
        new TensorType(
            cache.dtype(), Reindex.with(cache.shape(), along, operands.get(1).extent(along)));
    operands.require(
        operands.get(1).equals(expected) && expected.extent(along) <= cache.extent(along),
        "the update is %s; expected the cache's type, at most as long",
        operands.get(1));
    operands.require(
        operands.get(2).shape().equals(Shape.of(cache.extent(0))),
        "there are %s positions; expected one a batch",
        operands.get(2).shape());
    return List.of(cache);
  }

  @Override
  public List<Buffer> emit(DagBuilder te, String name, List<Buffer> inputs) {
    Buffer cache = inputs.get(0);
    Buffer update = inputs.get(1);
    inferTypes(TensorType.of(inputs));
    int along = axis < 0 ? axis + cache.shape().rank() : axis;
    long length = cache.shape().extent(along);
    long written = update.shape().extent(along);
    return List.of(
        te.compute(
            name,
            cache.shape(),
            i -> {
              Index start = new Index.FromExpr(inputs.get(2).at(i[0]));
              Index offset = i[along].minus(start);
              Index[] source = i.clone();
              source[along] = circular ? offset.floorMod(length) : offset;
              return Expr.select(
                  Reindex.inside(source[along], written), update.at(source), cache.at(i));
            }));
  }
}
