package dev.tilewright.graph.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.base.UserException;
import dev.tilewright.codegen.CpuCompiler;
import dev.tilewright.codegen.HostCpu;
import dev.tilewright.core.schedule.BufferLayout;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.step.RewriteLayout;
import dev.tilewright.core.te.Operation;
import dev.tilewright.core.te.Placeholder;
import dev.tilewright.graph.builtin.ModelSource;
import dev.tilewright.graph.ir.Graph;
import dev.tilewright.graph.ir.GraphBuilder;
import dev.tilewright.graph.ir.Value;
import dev.tilewright.graph.ops.Gather;
import dev.tilewright.graph.ops.HostCall;
import dev.tilewright.graph.ops.Reshape;
import dev.tilewright.graph.ops.TensorType;
import dev.tilewright.graph.ops.Unary;
import dev.tilewright.graph.ops.UnaryFunction;
import dev.tilewright.graph.pass.GraphEvaluation;
import dev.tilewright.graph.pass.Passes;
import dev.tilewright.graph.pass.SampleGraphs;
import dev.tilewright.graph.schedule.DefaultSchedule;
import dev.tilewright.runtime.Tensor;
import dev.tilewright.runtime.cpu.CpuDevice;
import dev.tilewright.runtime.cpu.Pinning;
import dev.tilewright.runtime.host.IndexCheck;
import dev.tilewright.runtime.host.TopK;
import dev.tilewright.runtime.plan.ExecutionPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compiled networks against the definition of their operators. */
class NetworkCompilerTest {
  private static final int THREADS = 2;

  static Stream<Graph> graphs() {
    return Stream.of(
        SampleGraphs.residual(),
        SampleGraphs.dense(),
        SampleGraphs.shuffle(),
        views(),
        hostSteps());
  }

  @ParameterizedTest
  @MethodSource("graphs")
  void compiledNetworksGiveTheReferencesResult(Graph graph) {
    check(graph, task -> ScheduleState.initial(task.dag()));
  }

  @Test
  void constantsAreStoredAsTheScheduleSays() {
    check(SampleGraphs.residual(), NetworkCompilerTest::withPackedWeights);
  }

  /** W37: the whole network at its usual size, on which other compilers are slow (iree#22674). */
  @Test
  void mobilenetGivesTheReferencesResult() {
    check(
        ModelSource.load("mobilenet_v2:layout=NCHW"),
        task -> DefaultSchedule.of(task.dag(), HostCpu.detect(THREADS)));
  }

  @Test
  void viewsAndOutputsHaveNoLaunches() {
    LoweredNetwork network =
        NetworkCompiler.lower("views", views(), task -> ScheduleState.initial(task.dag()));
    assertThat(network.plan().steps()).as("relu, and one copy for each aliased output").hasSize(4);
    assertThat(network.plan().arenaBytes()).isZero();
  }

  /** Outputs that are an input, a view of it, a constant and the same value twice. */
  private static Graph views() {
    GraphBuilder builder = new GraphBuilder();
    Value x = builder.input("x", TensorType.of(DType.FLOAT32, 2, 6));
    Value view = builder.apply("view", new Reshape(Shape.of(3, 4)), x);
    Value relu = builder.apply("relu", new Unary(UnaryFunction.RELU), view);
    Value flat = builder.apply("flat", new Reshape(Shape.of(12)), relu);
    builder.output("view", view);
    builder.output("relu", relu);
    builder.output("flat", flat);
    builder.output("constant", builder.constant("c", Tensor.of(Shape.of(2), 1f, 2f)));
    return builder.build();
  }

  /** Operators that run in Java between kernels, on views and constants, and as outputs. */
  private static Graph hostSteps() {
    GraphBuilder builder = new GraphBuilder();
    Value x = builder.input("x", TensorType.of(DType.FLOAT32, 2, 6));
    Value relu = builder.apply("relu", new Unary(UnaryFunction.RELU), x);
    Value rows = builder.apply("rows", new Reshape(Shape.of(3, 4)), relu);
    List<Value> best = builder.applyAll("best", topK(rows.type(), 2), List.of(rows));
    Value flat = builder.apply("flat", new Reshape(Shape.of(6)), best.get(0));
    Value constant = builder.constant("c", Tensor.of(Shape.of(3), 4f, 9f, 1f));
    List<Value> known = builder.applyAll("known", topK(constant.type(), 2), List.of(constant));
    builder.output("tanh", builder.apply("tanh", new Unary(UnaryFunction.TANH), flat));
    builder.output("flat", flat);
    builder.output("places", best.get(1));
    builder.output("known", known.get(0));
    return builder.build();
  }

  private static HostCall topK(TensorType type, long count) {
    long[] extents = type.shape().toArray();
    extents[extents.length - 1] = count;
    Shape shape = Shape.of(extents);
    return new HostCall(
        new TopK(-1, count, true),
        List.of(type),
        List.of(new TensorType(type.dtype(), shape), new TensorType(DType.INT64, shape)));
  }

  @Test
  void positionsOutsideOfAnAxisAreAnError() {
    GraphBuilder builder = new GraphBuilder();
    Value rows = builder.constant("rows", Tensor.of(Shape.of(3, 2), 1f, 2f, 3f, 4f, 5f, 6f));
    Value places = builder.input("places", TensorType.of(DType.INT64, 2));
    HostCall check =
        new HostCall(new IndexCheck(List.of(3L)), List.of(places.type()), List.of(places.type()));
    Value checked = builder.apply("check", check, places);
    builder.output("taken", builder.apply("take", new Gather(0), rows, checked));
    Graph graph = builder.build();
    LoweredNetwork lowered =
        NetworkCompiler.lower("gather", graph, task -> ScheduleState.initial(task.dag()));
    try (CompiledNetwork network =
            new NetworkCompiler(new CpuCompiler()).jit(lowered, HostCpu.detect(THREADS));
        CpuDevice device = CpuDevice.open(THREADS, Pinning.NONE);
        ExecutionPlan plan = network.open(device)) {
      Map<String, Tensor> inside = Map.of("places", Tensor.of(Shape.of(2), -1L, 0L));
      assertThat(plan.run(inside).get("taken").toFloats()).containsExactly(5, 6, 1, 2);
      Map<String, Tensor> outside = Map.of("places", Tensor.of(Shape.of(2), 0L, 3L));
      assertThatThrownBy(() -> plan.run(outside))
          .isInstanceOf(UserException.class)
          .hasMessage("gather: position 3 on an axis of extent 3; expected -3 to 2");
    }
  }

  /** Splits the last dimension of every constant matrix and moves the inner part outwards. */
  private static ScheduleState withPackedWeights(NetworkTask task) {
    ScheduleState state = ScheduleState.initial(task.dag());
    for (Operation operation : task.dag().operations()) {
      if (operation instanceof Placeholder(var buffer, boolean constant)
          && constant
          && buffer.shape().rank() > 1) {
        int rank = buffer.shape().rank();
        List<List<Long>> factors = new ArrayList<>();
        List<Integer> order = new ArrayList<>(List.of(rank));
        for (int d = 0; d < rank; d++) {
          factors.add(d == rank - 1 ? List.of(3L) : List.of());
          order.add(d);
        }
        state = new RewriteLayout(buffer.name(), new BufferLayout(factors, order)).apply(state);
      }
    }
    assertThat(state.layouts().isEmpty()).isEqualTo(task.dag().inputs().size() < 3);
    return state;
  }

  private static void check(Graph graph, Function<NetworkTask, ScheduleState> schedules) {
    Map<String, Tensor> inputs = GraphEvaluation.randomInputs(graph, 11);
    Map<String, Tensor> expected = GraphEvaluation.evaluate(graph, inputs);
    LoweredNetwork lowered = NetworkCompiler.lower("test", Passes.optimize(graph), schedules);
    NetworkCompiler compiler = new NetworkCompiler(new CpuCompiler());
    try (CompiledNetwork network = compiler.jit(lowered, HostCpu.detect(THREADS));
        CpuDevice device = CpuDevice.open(THREADS, Pinning.NONE);
        ExecutionPlan plan = network.open(device)) {
      GraphEvaluation.assertClose(plan.run(inputs), expected, "first run");
      GraphEvaluation.assertClose(plan.run(inputs), expected, "second run");
    }
  }
}
