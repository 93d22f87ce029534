package dev.tilewright.graph.ops;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.te.DagBuilder;
import java.util.List;

/**
 * Blocks of {@code block * block} channels laid out as squares of the image.
 *
 * @param positionOuter whether the position in the square is the outer part of the channel (ONNX
 *     {@code DCR}) or the inner one ({@code CRD})
 * @param layout where the channels stand
 */
public record DepthToSpace(long block, boolean positionOuter, Layout layout) implements Operator {
  @Override
  public String name() {
    return "depth_to_space";
  }

  @Override
  public String stageName() {
    return "T_depth_to_space";
  }

  @Override
  public List<TensorType> inferTypes(List<TensorType> inputs) {
    Operands operands = new Operands(this, inputs).requireCount(1).requireRank(0, 4);
    TensorType data = operands.get(0);
    long channels = data.extent(layout.channelAxis(4));
    operands.require(
        block > 0 && channels % (block * block) == 0,
        "%d channels are not a multiple of %d blocks squared",
        channels,
        block);
    long[] spatial = {
      data.extent(layout.spatialAxis()) * block, data.extent(layout.spatialAxis() + 1) * block
    };
    return List.of(
        new TensorType(
            data.dtype(), layout.dataShape(data.extent(0), channels / (block * block), spatial)));
  }

  @Override
  public List<Buffer> emit(DagBuilder te, String name, List<Buffer> inputs) {
    TensorType result = inferTypes(TensorType.of(inputs)).getFirst();
    int channelAxis = layout.channelAxis(4);
    int y = layout.spatialAxis();
    long channels = result.extent(channelAxis);
    return List.of(
        te.compute(
            name,
            result.shape(),
            i -> {
              Index place = i[y].floorMod(block).times(block).plus(i[y + 1].floorMod(block));
              Index[] source = i.clone();
              source[y] = i[y].floorDiv(block);
              source[y + 1] = i[y + 1].floorDiv(block);
              source[channelAxis] =
                  positionOuter
                      ? place.times(channels).plus(i[channelAxis])
                      : i[channelAxis].times(block * block).plus(place);
              return inputs.getFirst().at(source);
            }));
  }
}
