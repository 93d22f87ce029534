package dev.tilewright.graph.spec;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.te.ComputeDag;
import dev.tilewright.core.te.Operation;
import dev.tilewright.core.te.Placeholder;
import dev.tilewright.graph.ir.Graph;
import dev.tilewright.graph.ir.GraphBuilder;
import dev.tilewright.graph.ir.Value;
import dev.tilewright.graph.ops.Operator;
import dev.tilewright.graph.ops.TensorType;
import dev.tilewright.runtime.Tensor;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * What a specification means, in both forms: tensor expressions to tune and a network to hand to
 * other systems.
 *
 * @param dag the tensor expressions
 * @param applications the operators that emitted them, in order
 */
public record OpDefinition(ComputeDag dag, List<Application> applications) {
  /** One operator with the buffers that it read and defined. */
  public record Application(Operator operator, List<Buffer> inputs, List<Buffer> outputs) {
    public Application {
      inputs = List.copyOf(inputs);
      outputs = List.copyOf(outputs);
    }
  }

  public OpDefinition {
    applications = List.copyOf(applications);
  }

  /**
   * The same computation as a network, its inputs and outputs named and ordered as in the DAG.
   *
   * @param seed of the constants' values, which are evenly distributed in [-1, 1)
   */
  public Graph network(long seed) {
    GraphBuilder graph = new GraphBuilder();
    Random random = new Random(seed);
    Map<Buffer, Value> values = new IdentityHashMap<>();
    for (Operation operation : dag.operations()) {
      if (operation instanceof Placeholder placeholder) {
        Buffer buffer = placeholder.output();
        values.put(
            buffer,
            placeholder.constant()
                ? graph.constant(buffer.name(), randomTensor(buffer, random))
                : graph.input(buffer.name(), TensorType.of(buffer)));
      }
    }
    for (Application application : applications) {
      List<Value> operands = application.inputs().stream().map(values::get).toList();
      String name = application.outputs().getFirst().name();
      List<Value> results = new ArrayList<>(graph.applyAll(name, application.operator(), operands));
      for (Buffer output : application.outputs()) {
        values.put(output, results.removeFirst());
      }
    }
    dag.outputs().forEach(output -> graph.output(output.name(), values.get(output)));
    return graph.build();
  }

  private static Tensor randomTensor(Buffer buffer, Random random) {
    Tensor tensor = Tensor.allocate(buffer.dtype(), buffer.shape());
    for (long i = 0; i < buffer.shape().elements(); i++) {
      tensor.set(i, 2 * random.nextDouble() - 1);
    }
    return tensor;
  }
}
