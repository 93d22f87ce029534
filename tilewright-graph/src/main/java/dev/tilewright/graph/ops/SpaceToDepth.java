package dev.tilewright.graph.ops;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.te.DagBuilder;
import java.util.List;

/**
 * Squares of {@code block * block} elements of the image laid out as channels, the position in the
 * square being the outer part of the channel.
 *
 * @param layout where the channels stand
 */
public record SpaceToDepth(long block, Layout layout) implements Operator {
  @Override
  public String name() {
    return "space_to_depth";
  }

  @Override
  public String stageName() {
    return "T_space_to_depth";
  }

  @Override
  public List<TensorType> inferTypes(List<TensorType> inputs) {
    Operands operands = new Operands(this, inputs).requireCount(1).requireRank(0, 4);
    TensorType data = operands.get(0);
    long height = data.extent(layout.spatialAxis());
    long width = data.extent(layout.spatialAxis() + 1);
    operands.require(
        block > 0 && height % block == 0 && width % block == 0,
        "%d×%d positions are not a multiple of blocks of %d",
        height,
        width,
        block);
    long channels = data.extent(layout.channelAxis(4)) * block * block;
    long[] spatial = {height / block, width / block};
    return List.of(
        new TensorType(data.dtype(), layout.dataShape(data.extent(0), channels, spatial)));
  }

  @Override
  public List<Buffer> emit(DagBuilder te, String name, List<Buffer> inputs) {
    Buffer data = inputs.getFirst();
    TensorType result = inferTypes(TensorType.of(inputs)).getFirst();
    int channelAxis = layout.channelAxis(4);
    int y = layout.spatialAxis();
    long channels = data.shape().extent(channelAxis);
    return List.of(
        te.compute(
            name,
            result.shape(),
            i -> {
              Index place = i[channelAxis].floorDiv(channels);
              Index[] source = i.clone();
              source[y] = i[y].times(block).plus(place.floorDiv(block));
              source[y + 1] = i[y + 1].times(block).plus(place.floorMod(block));
              source[channelAxis] = i[channelAxis].floorMod(channels);
              return data.at(source);
            }));
  }
}
