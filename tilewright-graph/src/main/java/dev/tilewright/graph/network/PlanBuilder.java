package dev.tilewright.graph.network;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.ir.Kernel;
import dev.tilewright.core.ir.Program;
import dev.tilewright.core.schedule.ConstantStorage;
import dev.tilewright.graph.ir.Graph;
import dev.tilewright.graph.ir.Node;
import dev.tilewright.graph.ir.Value;
import dev.tilewright.graph.ops.HostCall;
import dev.tilewright.graph.ops.TensorType;
import dev.tilewright.runtime.Tensor;
import dev.tilewright.runtime.host.PlannableOperator;
import dev.tilewright.runtime.plan.Plan;
import dev.tilewright.runtime.plan.PlanBuffer;
import dev.tilewright.runtime.plan.PlanStep;
import dev.tilewright.runtime.plan.Signature;
import dev.tilewright.runtime.plan.Storage;
import dev.tilewright.runtime.plan.TensorSpec;
import dev.tilewright.search.build.TensorPacker;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Puts the kernels of a network's tasks one after the other and finds a place for every buffer:
 * inputs and outputs are the caller's, constants are packed as the kernels want them, everything
 * else shares one arena.
 */
final class PlanBuilder {
  /** A constant as kernels expect it. Identity of the value matters. */
  private record StoredConstant(Value value, ConstantStorage storage) {}

  private final Graph graph;
  private final List<PlanBuffer> buffers = new ArrayList<>();
  private final List<PlanStep> steps = new ArrayList<>();
  private final Map<Value, Integer> numbers = new IdentityHashMap<>();
  private final Map<StoredConstant, Integer> stored = new HashMap<>();
  private final List<TensorSpec> constantSpecs = new ArrayList<>();
  private final List<Tensor> constants = new ArrayList<>();
  private final ArenaUse arena = new ArenaUse();

  /** Buffers that are another one under another shape, by their number. */
  private final Map<Integer, Integer> views = new LinkedHashMap<>();

  private int group;

  private PlanBuilder(Graph graph) {
    this.graph = graph;
  }

  /** The plan of a graph whose outputs have memory of their own, with its constants. */
  static LoweredNetwork build(
      String name, Graph graph, NetworkTasks tasks, List<TaskProgram> programs) {
    PlanBuilder builder = new PlanBuilder(graph);
    builder.placeInputsAndOutputs();
    for (NetworkTasks.Occurrence occurrence : tasks.occurrences()) {
      switch (occurrence) {
        case NetworkTasks.TaskOccurrence(int task, GroupDag group) ->
            builder.addLaunches(group, programs.get(task));
        case NetworkTasks.HostOccurrence(Node node, HostCall call) ->
            builder.addHostStep(node, call.operator());
      }
      builder.group++;
    }
    return builder.finish(name, programs);
  }

  private void placeInputsAndOutputs() {
    for (int i = 0; i < graph.inputs().size(); i++) {
      Value input = graph.inputs().get(i);
      numbers.put(input, add(input, new Storage.Input(i)));
    }
    for (int i = 0; i < graph.outputs().size(); i++) {
      Value root = Fusion.root(graph, graph.outputs().get(i).value());
      numbers.put(root, add(root, new Storage.Output(i)));
    }
  }

  private void addLaunches(GroupDag dag, TaskProgram task) {
    Program program = task.program();
    Map<Buffer, Integer> arguments = new IdentityHashMap<>();
    for (int i = 0; i < dag.inputs().size(); i++) {
      arguments.put(program.inputs().get(i), input(dag.inputs().get(i), task.storage(i)));
    }
    for (int i = 0; i < dag.outputs().size(); i++) {
      arguments.put(program.outputs().get(i), computed(dag.outputs().get(i)));
    }
    for (Buffer workspace : program.workspaces()) {
      arguments.put(workspace, addToArena(workspace.name(), workspace.dtype(), workspace.shape()));
    }
    for (Kernel kernel : program.kernels()) {
      steps.add(
          new PlanStep.Launch(
              task.name(),
              task.prefix() + kernel.name(),
              kernel.chunks(),
              kernel.parameters().stream().map(arguments::get).toList()));
    }
  }

  private void addHostStep(Node node, PlannableOperator operator) {
    steps.add(
        new PlanStep.Host(
            node.operator().name() + " " + node.name(),
            operator.name(),
            operator.attributes().text(),
            node.inputs().stream().map(this::shapedInput).toList(),
            node.outputs().stream().map(this::computed).toList()));
  }

  /** An input for Java, which looks at its shape: a view is a buffer of its own on its root. */
  private int shapedInput(Value value) {
    TensorType type = value.type();
    int number = input(value, ConstantStorage.plain(Fusion.root(graph, value).type().rank()));
    PlanBuffer root = buffers.get(number);
    if (root.shape().equals(type.shape())) {
      return number;
    }
    int view = add(new PlanBuffer(value.name(), type.dtype(), type.shape(), root.storage()));
    views.put(view, number);
    return view;
  }

  private int input(Value value, ConstantStorage storage) {
    Value root = Fusion.root(graph, value);
    Optional<Tensor> tensor = graph.constant(root);
    return tensor.isPresent()
        ? stored.computeIfAbsent(
            new StoredConstant(root, storage), key -> addConstant(root, tensor.get(), storage))
        : computed(value);
  }

  private int addConstant(Value value, Tensor tensor, ConstantStorage storage) {
    Tensor constant = TensorPacker.store(tensor, storage, Arena.ofAuto());
    constants.add(constant);
    constantSpecs.add(new TensorSpec(value.name(), constant.dtype(), constant.shape()));
    return add(
        new PlanBuffer(
            value.name(),
            constant.dtype(),
            constant.shape(),
            new Storage.Constant(constants.size() - 1)));
  }

  /** The buffer of an input of the network or of a value that a group computes, in use now. */
  private int computed(Value value) {
    Value root = Fusion.root(graph, value);
    int number =
        numbers.computeIfAbsent(
            root, key -> addToArena(key.name(), key.type().dtype(), key.type().shape()));
    arena.extend(number, group);
    return number;
  }

  private int addToArena(String name, DType dtype, Shape shape) {
    PlanBuffer buffer = new PlanBuffer(name, dtype, shape, new Storage.Arena(0));
    int number = add(buffer);
    arena.start(number, buffer.bytes(), group);
    return number;
  }

  private int add(Value value, Storage storage) {
    return add(new PlanBuffer(value.name(), value.type().dtype(), value.type().shape(), storage));
  }

  private int add(PlanBuffer buffer) {
    buffers.add(buffer);
    return buffers.size() - 1;
  }

  private LoweredNetwork finish(String name, List<TaskProgram> programs) {
    Signature signature =
        new Signature(
            graph.inputs().stream().map(input -> spec(input.name(), input)).toList(),
            graph.outputs().stream().map(output -> spec(output.name(), output.value())).toList());
    ArenaUse.Placed placed = arena.place(buffers);
    List<PlanBuffer> all = new ArrayList<>(placed.buffers());
    views.forEach(
        (view, root) -> {
          PlanBuffer buffer = all.get(view);
          Storage storage = all.get(root).storage();
          all.set(view, new PlanBuffer(buffer.name(), buffer.dtype(), buffer.shape(), storage));
        });
    Plan plan = new Plan(name, signature, constantSpecs, all, steps, placed.bytes());
    return new LoweredNetwork(plan, constants, programs.stream().map(TaskProgram::unit).toList());
  }

  private static TensorSpec spec(String name, Value value) {
    return new TensorSpec(name, value.type().dtype(), value.type().shape());
  }
}
