package dev.tilewright.graph.builtin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilewright.base.Shape;
import dev.tilewright.base.UserException;
import dev.tilewright.graph.Closeness;
import dev.tilewright.graph.host.HostEvaluator;
import dev.tilewright.graph.host.ReferenceExecutor;
import dev.tilewright.graph.ir.Graph;
import dev.tilewright.graph.ir.Node;
import dev.tilewright.graph.ir.Value;
import dev.tilewright.graph.ops.BatchNorm;
import dev.tilewright.graph.ops.Transpose;
import dev.tilewright.runtime.Tensor;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ModelSourceTest {
  /** Parameter counts as torchvision documents them. */
  @ParameterizedTest
  @CsvSource({
    "resnet18, 11689512",
    "resnet50, 25557032",
    "mobilenet_v2, 3504872",
    "vgg16, 138357544",
    "vgg19, 143667240",
    "densenet121, 7978856",
    "squeezenet, 1248424"
  })
  void networksHaveTheKnownNumberOfParameters(String name, long parameters) {
    Graph graph = ModelSource.load(name);
    assertThat(parametersOf(graph)).isEqualTo(parameters);
    assertThat(graph.inputs().getFirst().type().shape()).isEqualTo(Shape.of(1, 224, 224, 3));
    assertThat(graph.outputs().getFirst().value().type().shape()).isEqualTo(Shape.of(1, 1000));
  }

  @Test
  void argumentsChangeTheInput() {
    Graph graph = ModelSource.load("resnet18:batch=4,layout=NCHW,image=64");
    assertThat(graph.inputs().getFirst().type().shape()).isEqualTo(Shape.of(4, 3, 64, 64));
    assertThat(graph.outputs().getFirst().value().type().shape()).isEqualTo(Shape.of(4, 1000));
  }

  @ParameterizedTest
  @CsvSource({"resnet18", "mobilenet_v2", "densenet121", "squeezenet"})
  void bothLayoutsAreTheSameNetwork(String name) {
    Graph last = ModelSource.load(name + ":image=32");
    Graph first = ModelSource.load(name + ":image=32,layout=NCHW");
    Tensor image = new RandomWeights(7).uniform(-1, 1, Shape.of(1, 32, 32, 3), 0, 1, 2, 3);
    Tensor turned =
        HostEvaluator.define(new Transpose(List.of(0, 3, 1, 2)), List.of(image)).getFirst();
    Tensor expected = ReferenceExecutor.run(last, Map.of("data", image)).get("logits");
    Tensor actual = ReferenceExecutor.run(first, Map.of("data", turned)).get("logits");
    Closeness.check(name, actual, expected);
    assertThat(spread(expected)).isBetween(0.01, 100.0);
  }

  @Test
  void weightsDependOnTheSeedAlone() {
    Tensor once = firstWeight("resnet18:seed=5");
    assertThat(firstWeight("resnet18:seed=5").segment().mismatch(once.segment())).isEqualTo(-1);
    assertThat(firstWeight("resnet18:seed=6").segment().mismatch(once.segment())).isNotEqualTo(-1);
  }

  @Test
  void refusesWhatItDoesNotKnow(@TempDir Path folder) {
    refuses("resnet51", "model 'resnet51': no such file or network; expected the path");
    refuses("resnet50:batch=0", "model 'resnet50:batch=0': batch=0: expected at least 1");
    refuses("resnet50:bath=2", "unknown key 'bath'; expected some of batch=1,layout=NHWC");
    refuses("resnet50:batch=2,batch=3", "the key is given twice");
    refuses("resnet50:batch=x", "batch=x: expected a whole number");
    refuses("resnet50:layout=NWHC", "layout=NWHC: expected NCHW or NHWC");
    refuses("resnet50:image=100", "image=100: expected a positive multiple of 32");
    refuses(folder.resolve("absent.onnx").toString(), "no such file");
  }

  private static void refuses(String source, String message) {
    assertThatThrownBy(() -> ModelSource.load(source))
        .isInstanceOf(UserException.class)
        .hasMessageContaining(message);
  }

  private static Tensor firstWeight(String source) {
    Graph graph = ModelSource.load(source);
    return graph.constant(graph.nodes().getFirst().inputs().get(1)).orElseThrow();
  }

  /** All constants but the statistics of batch normalisation, which are not trained. */
  private static long parametersOf(Graph graph) {
    long all = graph.constants().values().stream().mapToLong(t -> t.shape().elements()).sum();
    for (Node node : graph.nodes()) {
      if (node.operator() instanceof BatchNorm) {
        for (Value statistic : node.inputs().subList(3, 5)) {
          all -= statistic.type().shape().elements();
        }
      }
    }
    return all;
  }

  private static double spread(Tensor tensor) {
    double[] values = tensor.toDoubles();
    double sum = 0;
    double squares = 0;
    for (double value : values) {
      sum += value;
      squares += value * value;
    }
    double mean = sum / values.length;
    return Math.sqrt(squares / values.length - mean * mean);
  }
}
