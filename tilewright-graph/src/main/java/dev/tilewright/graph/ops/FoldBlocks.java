package dev.tilewright.graph.ops;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Combiner;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Expr.CompareOp;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.te.DagBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The sum of overlapping blocks laid side by side, the reverse of taking a convolution's windows
 * apart: the input is batch × (channel × tap) × block, the result batch × channel × image.
 *
 * @param window the blocks' extents, strides, dilations and padding
 * @param image the spatial extents of the result
 */
public record FoldBlocks(Window window, List<Long> image) implements Operator {
  public FoldBlocks {
    image = List.copyOf(image);
  }

  @Override
  public String name() {
    return "fold_blocks";
  }

  @Override
  public String stageName() {
    return "T_fold_blocks";
  }

  private long blocks(int d) {
    return window.results(d, image.get(d));
  }

  private long taps() {
    return window.kernel().stream().reduce(1L, Math::multiplyExact);
  }

  @Override
  public List<TensorType> inferTypes(List<TensorType> inputs) {
    Operands operands = new Operands(this, inputs).requireCount(1).requireRank(0, 3);
    operands.require(image.size() == window.rank(), "an image of %d dimensions", image.size());
    operands.require(!operands.dtype().isBool(), "no sums of bool");
    TensorType input = operands.get(0);
    long count = 1;
    for (int d = 0; d < image.size(); d++) {
      count *= Math.max(0, blocks(d));
    }
    operands.require(
        input.extent(1) % taps() == 0 && input.extent(2) == count,
        "%d blocks of %d taps are expected",
        count,
        taps());
    List<Long> extents = new ArrayList<>(image);
    extents.addFirst(input.extent(1) / taps());
    extents.addFirst(input.extent(0));
    return List.of(new TensorType(input.dtype(), Shape.of(extents)));
  }

  @Override
  public List<Buffer> emit(DagBuilder te, String name, List<Buffer> inputs) {
    Buffer input = inputs.getFirst();
    TensorType result = inferTypes(TensorType.of(inputs)).getFirst();
    DType type = result.dtype().isFloat() ? Accumulation.typeFor(result.dtype()) : result.dtype();
    List<String> axes =
        IntStream.range(0, result.rank()).mapToObj(number -> "ax" + number).toList();
    List<String> names =
        IntStream.range(0, window.rank()).mapToObj(number -> "rv" + number).toList();
    Buffer sum =
        te.reduce(
            name,
            axes,
            result.shape(),
            names,
            Shape.of(window.kernel()),
            Combiner.sum(type),
            (i, k) -> element(input, i, k, type));
    return List.of(Accumulation.convert(te, sum, result.dtype()));
  }

  /** What the block that has a tap at an element of the image holds there; zero if none has. */
  private Expr element(Buffer input, Index[] i, Index[] k, DType type) {
    Index row = i[1];
    Index block = Index.ZERO;
    List<Expr> conditions = new ArrayList<>();
    for (int d = 0; d < k.length; d++) {
      long stride = window.strides().get(d);
      Index start =
          i[d + 2].plus(window.padBegin().get(d)).minus(k[d].times(window.dilations().get(d)));
      Index number = start.floorDiv(stride);
      if (stride > 1) {
        conditions.add(new Expr.CompareIndex(CompareOp.EQ, start.floorMod(stride), Index.ZERO));
      }
      conditions.add(Reindex.inside(number, blocks(d)));
      row = row.times(window.kernel().get(d)).plus(k[d]);
      block = block.times(blocks(d)).plus(number);
    }
    return Expr.select(
        Reindex.all(conditions),
        Expr.cast(input.at(i[0], row, block), type),
        Expr.constant(0L, type));
  }
}
