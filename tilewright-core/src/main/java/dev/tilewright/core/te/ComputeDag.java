package dev.tilewright.core.te;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Exprs;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The operations of one task in topological order: every operation comes after those that it reads.
 * Buffer names are unique.
 */
public final class ComputeDag {
  private final List<Operation> operations;
  private final List<Buffer> outputs;
  private final Map<Buffer, Operation> producers = new IdentityHashMap<>();

  /**
   * @param operations in topological order
   * @param outputs the results that the caller wants, each defined by one of the operations
   */
  public ComputeDag(List<Operation> operations, List<Buffer> outputs) {
    this.operations = List.copyOf(operations);
    this.outputs = List.copyOf(outputs);
    Set<String> names = new LinkedHashSet<>();
    for (Operation operation : operations) {
      for (Buffer input : inputsOf(operation)) {
        if (!producers.containsKey(input)) {
          throw new IllegalArgumentException(
              "compute DAG: %s reads %s, which no earlier operation defines"
                  .formatted(operation.name(), input));
        }
      }
      for (Buffer output : operation.outputs()) {
        producers.put(output, operation);
        if (!names.add(output.name())) {
          throw new IllegalArgumentException(
              "compute DAG: the name %s is used twice".formatted(output.name()));
        }
      }
    }
    for (Buffer output : outputs) {
      if (!producers.containsKey(output)) {
        throw new IllegalArgumentException(
            "compute DAG: no operation defines the output " + output);
      }
    }
  }

  public List<Operation> operations() {
    return operations;
  }

  public List<Buffer> outputs() {
    return outputs;
  }

  /** The placeholders' buffers in order of definition. */
  public List<Buffer> inputs() {
    List<Buffer> inputs = new ArrayList<>();
    for (Operation operation : operations) {
      if (operation instanceof Placeholder placeholder) {
        inputs.add(placeholder.output());
      }
    }
    return inputs;
  }

  /** The computations, without the placeholders, in topological order. */
  public List<Compute> computes() {
    List<Compute> computes = new ArrayList<>();
    for (Operation operation : operations) {
      if (operation instanceof Compute compute) {
        computes.add(compute);
      }
    }
    return computes;
  }

  public Optional<Operation> producer(Buffer buffer) {
    return Optional.ofNullable(producers.get(buffer));
  }

  /** The distinct buffers that an operation reads, in order of first use. */
  public static List<Buffer> inputsOf(Operation operation) {
    return switch (operation) {
      case Placeholder placeholder -> List.of();
      case Compute compute -> Exprs.buffersRead(compute.body().values());
    };
  }
}
