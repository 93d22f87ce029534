package dev.tilewright.cli.bench;

import dev.tilewright.codegen.CpuCompiler;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.target.CpuTarget;
import dev.tilewright.core.te.ComputeDag;
import dev.tilewright.runtime.Tensor;
import dev.tilewright.runtime.cpu.Pinning;
import dev.tilewright.runtime.cpu.ThreadPool;
import dev.tilewright.search.build.BoundProgram;
import dev.tilewright.search.build.CompiledProgram;
import dev.tilewright.search.build.CpuBackend;
import dev.tilewright.search.build.ProgramInputs;
import java.lang.foreign.Arena;
import java.util.List;

/** A single operator compiled by us. */
final class OperatorContender implements Contender {
  private final String name;
  private final Arena arena = Arena.ofShared();
  private final CpuBackend backend;
  private final CompiledProgram program;
  private final ProgramInputs given;
  private final BoundProgram bound;

  /**
   * @param inputs of the schedule's DAG
   */
  OperatorContender(String name, ScheduleState schedule, CpuTarget target, List<Tensor> inputs) {
    this.name = name;
    ComputeDag dag = schedule.dag();
    ThreadPool pool = ThreadPool.create(target.threads(), Pinning.NONE);
    backend = new CpuBackend(new CpuCompiler(), target, pool);
    program = backend.build(schedule).program();
    List<Tensor> outputs = dag.outputs().stream().map(this::allocate).toList();
    given = new ProgramInputs(inputs);
    bound = program.bind(given, outputs);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void run(long times) {
    bound.time(times);
  }

  @Override
  public void close() {
    bound.close();
    given.close();
    program.close();
    backend.close();
    arena.close();
  }

  private Tensor allocate(Buffer buffer) {
    return Tensor.allocate(buffer.dtype(), buffer.shape(), arena);
  }
}
