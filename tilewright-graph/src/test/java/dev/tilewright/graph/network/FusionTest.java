package dev.tilewright.graph.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilewright.graph.ir.Graph;
import dev.tilewright.graph.pass.Passes;
import dev.tilewright.graph.pass.SampleGraphs;
import java.util.List;
import org.junit.jupiter.api.Test;

class FusionTest {
  @Test
  void residualBlocksAreConvolutionsWithEpilogues() {
    Graph graph = Passes.optimize(SampleGraphs.residual());
    List<String> names = Fusion.groups(graph).stream().map(TaskName::of).toList();
    assertThat(names)
        .containsExactly(
            "transpose 1x3x12x12",
            "conv2d 1x12x12x3 -> 8, 3x3 + bias + relu",
            "max_pool2d 1x12x12x8, 3x3 /2",
            "conv2d 1x6x6x8 -> 8, 3x3 + bias + relu",
            "conv2d 1x6x6x8 -> 8, 3x3 + bias + add + relu",
            "conv2d 1x6x6x8 -> 16, 1x1 /2 + bias",
            "conv2d 1x6x6x8 -> 16, 3x3 /2 + bias + relu",
            "conv2d 1x3x3x16 -> 16, 3x3 + bias + add + relu",
            "global_avg_pool 1x3x3x16",
            "dense 1x16 -> 10 + bias",
            "softmax 1x10");
  }

  @Test
  void valuesWithSeveralReadersEndTheirGroup() {
    Graph graph = Passes.optimize(SampleGraphs.dense());
    for (FusionGroup group : Fusion.groups(graph)) {
      group.nodes().stream()
          .limit(group.nodes().size() - 1)
          .forEach(node -> assertThat(graph.users(node.output())).hasSize(1));
    }
  }

  @Test
  void equalComputationsAreOneTask() {
    List<NetworkTask> tasks = NetworkTasks.of(Passes.optimize(SampleGraphs.dense())).tasks();
    assertThat(tasks).extracting(NetworkTask::key).doesNotHaveDuplicates();
    List<NetworkTask> residual = NetworkTasks.of(Passes.optimize(SampleGraphs.residual())).tasks();
    assertThat(residual.stream().mapToInt(NetworkTask::weight).sum()).isEqualTo(11);
  }
}
