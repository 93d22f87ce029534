package dev.tilewright.search.build;

import dev.tilewright.runtime.Tensor;
import java.util.List;

/**
 * A schedule as machine code that is loaded where it runs, with its workspaces. Inputs are given as
 * the DAG defines them; constants that the schedule transforms or stores in another layout are
 * brought into that form when they are bound.
 */
public interface CompiledProgram extends AutoCloseable {
  /**
   * The program with its inputs and outputs, to be run any number of times while the tensors and
   * this program live. What the outputs hold now is what elements that the program leaves out keep.
   *
   * @param inputs live as long as the program is bound
   * @param outputs one for each output of the DAG, in its order, type and shape
   * @throws dev.tilewright.base.UserException if one does not fit
   */
  BoundProgram bind(ProgramInputs inputs, List<Tensor> outputs);

  /** Computes the outputs once. */
  default void run(List<Tensor> inputs, List<Tensor> outputs) {
    try (ProgramInputs given = new ProgramInputs(inputs);
        BoundProgram bound = bind(given, outputs)) {
      bound.time(1);
      bound.fetch();
    }
  }

  /** Unloads the code and frees the workspaces. */
  @Override
  void close();
}
