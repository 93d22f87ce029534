package dev.tilewright.search.measure;

import dev.tilewright.codegen.CpuCompiler;
import dev.tilewright.core.lower.Lowering;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.step.Pragma;
import dev.tilewright.core.schedule.step.Step;
import dev.tilewright.core.target.CpuTarget;
import dev.tilewright.core.target.Target;
import dev.tilewright.runtime.cpu.ThreadPool;
import dev.tilewright.search.build.Backend;
import dev.tilewright.search.build.CpuBackend;
import dev.tilewright.search.build.CpuProgram;
import dev.tilewright.search.build.PhaseTimes;
import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A worker whose candidates misbehave if their unroll depth is one of the {@link Fault}s. */
final class FaultyWorker {
  /** What a candidate does wrong; the depth of its unroll pragma selects it. */
  enum Fault {
    RUN_CRASH,
    RUN_HANG,
    RUN_NOTHING,
    BUILD_CRASH,
    BUILD_HANG,
    BUILD_EXCEPTION,
    OUT_OF_MEMORY;

    long depth() {
      return 1000 + ordinal();
    }
  }

  private FaultyWorker() {}

  public static void main(String[] arguments) throws IOException {
    WorkerMain.serve(FaultyBackend::open, Integer.parseInt(arguments[0]));
  }

  static WorkerCommand command(int builders) {
    return WorkerCommand.java(FaultyWorker.class, Integer.toString(builders));
  }

  private record FaultyBackend(Backend sound, ThreadPool pool) implements Backend {
    static Backend open(Target target) {
      CpuTarget cpu = (CpuTarget) target;
      ThreadPool pool = ThreadPool.create(cpu.threads());
      return new FaultyBackend(new CpuBackend(new CpuCompiler(), cpu, pool), pool);
    }

    @Override
    public Built build(ScheduleState state) {
      for (Step step : state.steps()) {
        for (Fault fault : Fault.values()) {
          if (step instanceof Pragma pragma && pragma.autoUnrollMaxStep() == fault.depth()) {
            return FaultyWorker.build(fault, state, pool);
          }
        }
      }
      return sound.build(state);
    }

    @Override
    public void close() {
      sound.close();
    }
  }

  private static Backend.Built build(Fault fault, ScheduleState state, ThreadPool pool) {
    return switch (fault) {
      case RUN_CRASH -> program(state, MemorySegment.ofAddress(64), pool);
      case RUN_HANG -> program(state, symbol("pause"), pool);
      case RUN_NOTHING -> program(state, symbol("getpid"), pool);
      case BUILD_CRASH -> {
        abort();
        throw new IllegalStateException("abort returned");
      }
      case BUILD_HANG -> {
        sleep();
        throw new IllegalStateException("slept too short");
      }
      case BUILD_EXCEPTION -> throw new IllegalStateException("a planted defect");
      case OUT_OF_MEMORY -> {
        List<long[]> all = new java.util.ArrayList<>();
        while (true) {
          all.add(new long[1 << 27]);
        }
      }
    };
  }

  private static Backend.Built program(ScheduleState state, MemorySegment code, ThreadPool pool) {
    return new Backend.Built(
        new CpuProgram(state, Lowering.lower(state), kernel -> code, () -> {}, pool),
        PhaseTimes.NONE);
  }

  private static MemorySegment symbol(String name) {
    return Linker.nativeLinker().defaultLookup().findOrThrow(name);
  }

  private static void abort() {
    try {
      Linker.nativeLinker()
          .downcallHandle(symbol("abort"), FunctionDescriptor.ofVoid())
          .invokeExact();
    } catch (Throwable unexpected) {
      throw new IllegalStateException(unexpected);
    }
  }

  private static void sleep() {
    try {
      TimeUnit.HOURS.sleep(1);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }
}
