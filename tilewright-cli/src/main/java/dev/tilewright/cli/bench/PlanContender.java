package dev.tilewright.cli.bench;

import dev.tilewright.cli.inout.RunnableModel;
import dev.tilewright.runtime.Tensor;
import java.util.List;

/** A network compiled by us. */
final class PlanContender implements Contender {
  private final String name;
  private final RunnableModel model;
  private final List<Tensor> inputs;
  private final List<Tensor> outputs;

  PlanContender(String name, RunnableModel model, List<Tensor> inputs) {
    this.name = name;
    this.model = model;
    this.inputs = inputs;
    this.outputs = model.execution().run(inputs);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void run(long times) {
    for (long i = 0; i < times; i++) {
      model.execution().run(inputs, outputs);
    }
  }

  @Override
  public void close() {
    model.close();
  }
}
