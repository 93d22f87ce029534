package dev.tilewright.core.interp;

import dev.tilewright.base.UserException;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.te.Compute;
import dev.tilewright.core.te.ComputeDag;
import java.lang.foreign.Arena;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;

/**
 * Evaluates single elements of a compute DAG, and of what they read, as its definition reads: the
 * oracle where evaluating everything would take too long.
 */
public final class PointEvaluator {
  private final ComputeDag dag;
  private final Map<Buffer, Memory> memories = new IdentityHashMap<>();

  /**
   * @param inputs one for each of {@link ComputeDag#inputs()}, in that order
   * @param arena where intermediate results live
   * @throws UserException if the inputs do not fit
   */
  public PointEvaluator(ComputeDag dag, List<HostArray> inputs, Arena arena) {
    Inputs.check("compute DAG", dag.inputs(), inputs);
    this.dag = dag;
    for (int i = 0; i < inputs.size(); i++) {
      Buffer buffer = dag.inputs().get(i);
      memories.put(buffer, new PointMemory(buffer, inputs.get(i), position -> {}));
    }
    dag.computes().forEach(op -> declare(op, arena));
  }

  /** The element of an output at a row-major position, as a double. */
  public double evaluate(int output, long position) {
    Memory memory = memories.get(dag.outputs().get(output));
    memory.noteRead(Math.toIntExact(position), new Frame(0, 0));
    return memory.array.getDouble(position);
  }

  private void declare(Compute op, Arena arena) {
    ElementComputation computation = new ElementComputation(op);
    for (Buffer output : op.outputs()) {
      long bytes = output.bytes();
      HostArray array =
          HostArray.wrap(output.dtype(), output.shape(), arena.allocate(bytes, Long.BYTES));
      memories.put(output, new PointMemory(output, array, computation));
    }
  }

  /** Computes an element of all outputs of an operation; its code is compiled at first use. */
  private final class ElementComputation implements LongConsumer {
    private final Compute op;
    private PointCode point;
    private Frame frame;

    ElementComputation(Compute op) {
      this.op = op;
    }

    @Override
    public void accept(long position) {
      if (point == null) {
        point = PointCode.of(op, memories.values());
        frame = point.scope().newFrame();
      }
      long rest = position;
      for (int axis = op.axes().size() - 1; axis >= 0; axis--) {
        long extent = op.axes().get(axis).extent();
        frame.integers[point.scope().slot(op.axes().get(axis))] = rest % extent;
        rest /= extent;
      }
      point.code().run(frame);
    }
  }
}
