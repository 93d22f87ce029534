package dev.tilewright.bench.table;

import dev.tilewright.graph.builtin.ModelSource;
import dev.tilewright.graph.ir.Node;
import dev.tilewright.graph.ops.Conv;
import dev.tilewright.graph.ops.TensorType;
import dev.tilewright.graph.ops.Window;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The distinct convolutions of a network in its order, each with a bias and a ReLU. */
final class ConvolutionLayers {
  private ConvolutionLayers() {}

  static List<Item> of(String network) {
    List<String> all =
        ModelSource.load(network).nodes().stream()
            .filter(node -> node.operator() instanceof Conv)
            .map(ConvolutionLayers::specification)
            .toList();
    Map<String, Long> counts =
        all.stream().collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    return all.stream()
        .distinct()
        .map(layer -> new Item(layer, layer + " ×" + counts.get(layer), Bar.REGISTER_TILE))
        .toList();
  }

  private static String specification(Node node) {
    Conv conv = (Conv) node.operator();
    TensorType data = node.inputs().getFirst().type();
    int spatial = conv.layout().spatialAxis();
    int channel = conv.layout().channelAxis(data.rank());
    Window window = conv.window();
    return "conv2d:n=%d,h=%d,w=%d,ci=%d,co=%d,kh=%d,kw=%d,stride=%d,pad=%d,bias=true,act=relu"
        .formatted(
            data.extent(0),
            data.extent(spatial),
            data.extent(spatial + 1),
            data.extent(channel),
            node.output().type().extent(channel),
            window.kernel().get(0),
            window.kernel().get(1),
            window.strides().getFirst(),
            window.padBegin().getFirst());
  }
}
