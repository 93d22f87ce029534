package dev.tilewright.runtime.plan;

import dev.tilewright.base.UserException;
import dev.tilewright.runtime.Tensor;
import dev.tilewright.runtime.cpu.CpuDevice;
import dev.tilewright.runtime.cpu.KernelLibrary;
import java.lang.foreign.Arena;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A plan with its memory and code, ready to run. Everything that does not depend on the caller's
 * tensors is prepared once. Calls from several threads run one after the other.
 *
 * <p>The caller's tensors must be accessible to every thread, which those in a confined arena are
 * not, and must stay allocated until the call returns.
 */
public final class ExecutionPlan implements AutoCloseable {
  private final Plan plan;
  private final CpuDevice device;
  private final Arena arena = Arena.ofShared();
  private final PlanMemory memory;
  private final List<BoundStep> steps = new ArrayList<>();

  /**
   * Prepares a plan.
   *
   * @param kernels the code of all kernels that the plan launches; the caller keeps it loaded
   * @param hosts the operators that the plan runs in Java
   * @param constants in the order of {@link Plan#constants()}; used in place where they are aligned
   * @param device where the plan runs; the caller closes it
   * @throws UserException if a kernel, an operator or a constant is missing or does not fit
   */
  public ExecutionPlan(
      Plan plan,
      KernelLibrary kernels,
      HostLibrary hosts,
      List<Tensor> constants,
      CpuDevice device) {
    this.plan = plan;
    this.device = device;
    Signature.check("constant", plan.constants(), constants);
    this.memory = new PlanMemory(plan, constants, arena);
    for (PlanStep step : plan.steps()) {
      steps.add(
          switch (step) {
            case PlanStep.Launch launch -> BoundLaunch.of(launch, plan, kernels, memory, arena);
            case PlanStep.Host host -> BoundHost.of(host, plan, hosts);
          });
    }
  }

  public Plan plan() {
    return plan;
  }

  /**
   * Runs the plan.
   *
   * @param inputs by name
   * @return new outputs by name, in the order of the signature
   * @throws UserException if an input is missing or unknown, or has another type or shape
   */
  public Map<String, Tensor> run(Map<String, Tensor> inputs) {
    List<Tensor> outputs = run(plan.signature().order(inputs));
    Map<String, Tensor> named = new LinkedHashMap<>();
    for (int position = 0; position < outputs.size(); position++) {
      named.put(plan.signature().outputs().get(position).name(), outputs.get(position));
    }
    return named;
  }

  /**
   * Runs the plan.
   *
   * @param inputs in the order of the signature
   * @return new outputs, in the order of the signature
   * @throws UserException if the inputs do not fit
   */
  public List<Tensor> run(List<Tensor> inputs) {
    List<Tensor> outputs =
        plan.signature().outputs().stream()
            .map(spec -> Tensor.allocate(spec.dtype(), spec.shape()))
            .toList();
    run(inputs, outputs);
    return outputs;
  }

  /**
   * Runs the plan into tensors that the caller gives, which costs no allocation of results. Called
   * on the leader of the device's pool it costs no hand-over either.
   *
   * @param inputs in the order of the signature; one that is not aligned is copied first
   * @param outputs in the order of the signature; aligned, and apart from the inputs and each other
   * @throws UserException if the tensors do not fit
   */
  public synchronized void run(List<Tensor> inputs, List<Tensor> outputs) {
    PlanCall call = PlanCall.of(plan, memory, inputs, outputs);
    device
        .pool()
        .call(
            () -> {
              call.requireAccess();
              for (BoundStep step : steps) {
                step.run(call, device.pool());
              }
              return call;
            });
    Reference.reachabilityFence(call);
  }

  /**
   * Runs the plan once and measures each step.
   *
   * @return nanoseconds, one a step of the plan
   */
  public synchronized List<Long> profile(List<Tensor> inputs, List<Tensor> outputs) {
    PlanCall call = PlanCall.of(plan, memory, inputs, outputs);
    List<Long> nanos =
        device
            .pool()
            .call(
                () -> {
                  call.requireAccess();
                  List<Long> times = new ArrayList<>();
                  for (BoundStep step : steps) {
                    long start = System.nanoTime();
                    step.run(call, device.pool());
                    times.add(System.nanoTime() - start);
                  }
                  return times;
                });
    Reference.reachabilityFence(call);
    return nanos;
  }

  /** Frees the arena of the plan; it cannot run afterwards. */
  @Override
  public synchronized void close() {
    arena.close();
  }
}
