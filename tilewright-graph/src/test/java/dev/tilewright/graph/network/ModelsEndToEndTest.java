package dev.tilewright.graph.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilewright.base.Shape;
import dev.tilewright.base.UserException;
import dev.tilewright.codegen.CpuCompiler;
import dev.tilewright.codegen.HostCpu;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.target.CpuTarget;
import dev.tilewright.graph.Closeness;
import dev.tilewright.graph.SharedData;
import dev.tilewright.graph.ir.Graph;
import dev.tilewright.graph.ir.Value;
import dev.tilewright.graph.onnx.OnnxImporter;
import dev.tilewright.graph.pass.Passes;
import dev.tilewright.graph.schedule.DefaultSchedule;
import dev.tilewright.runtime.Tensor;
import dev.tilewright.runtime.cpu.CpuDevice;
import dev.tilewright.runtime.cpu.Pinning;
import dev.tilewright.runtime.plan.ExecutionPlan;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whole models, compiled with default schedules and with schedules of the search space, against the
 * results of ONNX Runtime.
 */
class ModelsEndToEndTest {
  private static final int THREADS = 2;
  private static final long SEED = Long.getLong("tilewright.test.seed", 1);

  /** Where the schedules come from. */
  enum Schedules {
    DEFAULT,
    SEARCHED;

    Function<NetworkTask, ScheduleState> of(CpuTarget target) {
      return switch (this) {
        case DEFAULT -> task -> DefaultSchedule.of(task.dag(), target);
        case SEARCHED -> new SampledSchedules(target, SEED);
      };
    }
  }

  static List<Arguments> lightModels() {
    return everyWay("densenet121", "inception_v1", "resnet50", "shufflenet", "squeezenet", "vgg19");
  }

  static List<Arguments> realModels() {
    return everyWay("mnist-cntk", "super-resolution-core", "ultraface-RFB-320", "fastestdet");
  }

  private static List<Arguments> everyWay(String... names) {
    return Stream.of(names)
        .flatMap(name -> Stream.of(Schedules.values()).map(way -> Arguments.of(name, way)))
        .toList();
  }

  /** The networks of the ONNX project at full size, with weights that are computed inside. */
  @ParameterizedTest
  @MethodSource
  void lightModels(String name, Schedules schedules) {
    Path model = SharedData.require("light/light_hash_" + name + ".onnx");
    Tensor input = OnnxImporter.readTensor(SharedData.require("light/input_0.pb"));
    Tensor expected =
        OnnxImporter.readTensor(SharedData.require("light/light_hash_" + name + "_output_0.pb"));
    Graph graph = OnnxImporter.load(model);
    run(
        name,
        graph,
        schedules,
        plan -> {
          Map<String, Tensor> results = plan.run(Map.of(graph.inputs().getFirst().name(), input));
          assertThat(results.keySet()).containsExactly(graph.outputs().getFirst().name());
          Closeness.check(name, results.values().iterator().next(), expected);
        });
  }

  /** Networks with trained weights. */
  @ParameterizedTest
  @MethodSource
  void realModels(String name, Schedules schedules) {
    Path folder = SharedData.require("real/" + name);
    Graph graph = OnnxImporter.load(folder.resolve("model.onnx"));
    run(
        name,
        graph,
        schedules,
        plan -> {
          int set = 0;
          for (; Files.exists(folder.resolve("test_data_set_" + set)); set++) {
            checkSet(name, graph, plan, folder.resolve("test_data_set_" + set));
          }
          assertThat(set).isPositive();
        });
  }

  @Test
  void refusesInputsThatDoNotFit() {
    Graph graph = OnnxImporter.load(SharedData.require("real/mnist-cntk").resolve("model.onnx"));
    run(
        "mnist-cntk",
        graph,
        Schedules.DEFAULT,
        plan -> {
          Tensor image = Tensor.of(Shape.of(1, 1, 28, 28), new float[784]);
          refuses(plan, Map.of("Input4", image), "Input3");
          refuses(plan, Map.of("Input3", image.reshape(Shape.of(1, 28, 28, 1))), "1x28x28x1");
          Tensor whole = Tensor.of(Shape.of(1, 1, 28, 28), new int[784]);
          refuses(plan, Map.of("Input3", whole), "int32");
        });
  }

  private static void refuses(ExecutionPlan plan, Map<String, Tensor> inputs, String reason) {
    assertThatThrownBy(() -> plan.run(inputs))
        .isInstanceOf(UserException.class)
        .hasMessageContaining(reason)
        .satisfies(refused -> assertThat(refused.getMessage().lines()).hasSize(1));
  }

  private static void checkSet(String name, Graph graph, ExecutionPlan plan, Path set) {
    Map<String, Tensor> inputs = new HashMap<>();
    List<Value> declared = graph.inputs();
    for (int i = 0; i < declared.size(); i++) {
      Tensor input = OnnxImporter.readTensor(set.resolve("input_%d.pb".formatted(i)));
      inputs.put(declared.get(i).name(), input);
    }
    Map<String, Tensor> results = plan.run(inputs);
    for (int i = 0; i < graph.outputs().size(); i++) {
      String output = graph.outputs().get(i).name();
      Tensor expected = OnnxImporter.readTensor(set.resolve("output_%d.pb".formatted(i)));
      Closeness.check(name + " " + set.getFileName(), results.get(output), expected);
    }
  }

  private static void run(
      String name, Graph graph, Schedules schedules, Consumer<ExecutionPlan> use) {
    CpuTarget target = HostCpu.detect(THREADS);
    LoweredNetwork lowered =
        NetworkCompiler.lower(name, Passes.optimize(graph), schedules.of(target));
    NetworkCompiler compiler = new NetworkCompiler(new CpuCompiler());
    try (CompiledNetwork network = compiler.jit(lowered, target);
        CpuDevice device = CpuDevice.open(THREADS, Pinning.NONE);
        ExecutionPlan plan = network.open(device)) {
      use.accept(plan);
    }
  }
}
