package dev.tilewright.runtime.plan;

import dev.tilewright.base.InternalException;
import dev.tilewright.base.TilewrightException;
import dev.tilewright.runtime.cpu.ThreadPool;
import java.util.List;

/** An operator that runs in Java with the buffers that it reads and fills. */
record BoundHost(String label, HostStep step, List<PlanBuffer> inputs, List<PlanBuffer> outputs)
    implements BoundStep {
  static BoundHost of(PlanStep.Host host, Plan plan, HostLibrary hosts) {
    return new BoundHost(
        host.label(),
        hosts.create(host.operator(), host.attributes()),
        host.inputs().stream().map(plan.buffers()::get).toList(),
        host.outputs().stream().map(plan.buffers()::get).toList());
  }

  @Override
  public void run(PlanCall call, ThreadPool pool) {
    try {
      step.run(
          inputs.stream().map(call::tensor).toList(), outputs.stream().map(call::tensor).toList());
    } catch (TilewrightException known) {
      throw known;
    } catch (RuntimeException failure) {
      throw new InternalException("plan step %s failed: %s".formatted(label, failure), failure);
    }
  }
}
