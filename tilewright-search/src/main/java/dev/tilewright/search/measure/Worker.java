package dev.tilewright.search.measure;

import dev.tilewright.base.EnvironmentException;
import dev.tilewright.base.TilewrightException;
import dev.tilewright.base.UserException;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.step.Step;
import dev.tilewright.runtime.cpu.ThreadPool;
import dev.tilewright.search.build.CompiledProgram;
import dev.tilewright.search.build.PhaseTimes;
import dev.tilewright.search.build.ProgramBuilder;
import dev.tilewright.search.record.ErrorClass;
import dev.tilewright.search.record.Json;
import dev.tilewright.search.record.Outcome;
import dev.tilewright.search.record.ScheduleCodec;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/**
 * Builds and runs candidates of one task after another, as requests say. Builds happen on threads
 * of their own, runs one after the other on another thread; what may happen at the same time is the
 * requester's decision.
 */
final class Worker implements AutoCloseable {
  private final ProgramBuilder builder;
  private final Consumer<Reply> replies;
  private final ExecutorService builders;
  private final ExecutorService runner = Executors.newSingleThreadExecutor();
  private final Map<Long, Loaded> programs = new ConcurrentHashMap<>();
  private final Map<List<Step>, CompiledProgram> kept = new ConcurrentHashMap<>();

  // Used by the runner's thread alone, but for the description, which is set before builds start.
  private Prepared prepared = new Prepared.Nothing();
  private volatile TaskDescription description;

  /** A program that waits to be run. */
  private record Loaded(List<Step> steps, ProgramBuilder.Built built) {}

  /** The task at hand. */
  private sealed interface Prepared {
    record Nothing() implements Prepared {}

    record Ready(PreparedTask task, ThreadPool pool, RepeatTimer timer) implements Prepared {}
  }

  /**
   * @param builders how many candidates are built at a time
   * @param replies called by several threads
   */
  Worker(ProgramBuilder builder, int builders, Consumer<Reply> replies) {
    this.builder = builder;
    this.replies = replies;
    this.builders = Executors.newFixedThreadPool(builders);
  }

  /** Takes a request; the reply comes later. */
  void accept(Request request) {
    switch (request) {
      case Request.Prepare(TaskDescription task) -> {
        description = task;
        runner.execute(() -> prepare(task));
      }
      case Request.Build(long id, List<Step> steps) -> builders.execute(() -> build(id, steps));
      case Request.Run run -> runner.execute(() -> run(run));
    }
  }

  private void prepare(TaskDescription task) {
    close(prepared);
    prepared = new Prepared.Nothing();
    programs.values().forEach(loaded -> loaded.built().program().close());
    programs.clear();
    kept.values().forEach(CompiledProgram::close);
    kept.clear();
    ThreadPool pool = ThreadPool.create(task.target().threads());
    try {
      PreparedTask ready = new TaskPreparation(builder, pool).prepare(task);
      prepared = new Prepared.Ready(ready, pool, new RepeatTimer(task.timer()));
      replies.accept(new Reply.Prepared());
    } catch (Exception | Error failure) {
      pool.close();
      replies.accept(
          new Reply.NotPrepared(classify(failure, ErrorClass.BUILD_ERROR), describe(failure)));
    }
  }

  private void build(long id, List<Step> steps) {
    TaskDescription task = description;
    try {
      programs.put(id, new Loaded(steps, built(task, steps)));
      replies.accept(new Reply.Built(id));
    } catch (Exception | Error failure) {
      ErrorClass error = classify(failure, ErrorClass.BUILD_ERROR);
      Outcome failed = new Outcome.Failed(error, describe(failure));
      replies.accept(new Reply.Finished(id, failed, PhaseTimes.NONE));
    }
  }

  private ProgramBuilder.Built built(TaskDescription task, List<Step> steps) {
    CompiledProgram earlier = kept.remove(steps);
    if (earlier != null) {
      return new ProgramBuilder.Built(earlier, PhaseTimes.NONE);
    }
    ScheduleState state = ScheduleCodec.replay(task.dag(), steps);
    return builder.build(state, task.target());
  }

  private void run(Request.Run request) {
    Loaded loaded = programs.remove(request.id());
    if (loaded == null || !(prepared instanceof Prepared.Ready ready)) {
      String message = "candidate %d: it was not built for this task".formatted(request.id());
      Outcome failed = new Outcome.Failed(ErrorClass.WORKER_ERROR, message);
      replies.accept(new Reply.Finished(request.id(), failed, PhaseTimes.NONE));
      return;
    }
    CompiledProgram program = loaded.built().program();
    Reply reply = run(request, loaded, ready);
    if (!request.keep() || kept.putIfAbsent(loaded.steps(), program) != null) {
      program.close();
    }
    replies.accept(reply);
  }

  private static Reply run(Request.Run request, Loaded loaded, Prepared.Ready ready) {
    long id = request.id();
    ProgramBuilder.Built built = loaded.built();
    try {
      PreparedTask.Run run =
          ready
              .task()
              .run(
                  built.program(),
                  loaded.steps(),
                  ready.pool(),
                  ready.timer(),
                  request.giveUpMicros());
      return new Reply.Finished(id, run.outcome(), built.times().plus(run.times()));
    } catch (Exception | Error failure) {
      ErrorClass error = classify(failure, ErrorClass.RUN_CRASH);
      return new Reply.Finished(id, new Outcome.Failed(error, describe(failure)), built.times());
    }
  }

  @Override
  public void close() {
    builders.shutdownNow();
    runner.shutdownNow();
  }

  private static void close(Prepared prepared) {
    switch (prepared) {
      case Prepared.Nothing() -> {}
      case Prepared.Ready(PreparedTask task, ThreadPool pool, RepeatTimer timer) -> {
        task.close();
        pool.close();
      }
    }
  }

  private static ErrorClass classify(Throwable failure, ErrorClass otherwise) {
    return switch (failure) {
      case OutOfMemoryError full -> ErrorClass.OUT_OF_MEMORY;
      case EnvironmentException machine when machine.getCause() instanceof OutOfMemoryError ->
          ErrorClass.OUT_OF_MEMORY;
      case UserException refused -> ErrorClass.BUILD_REFUSED;
      default -> otherwise;
    };
  }

  private static String describe(Throwable failure) {
    String message = String.valueOf(failure.getMessage());
    return Json.firstLine(
        failure instanceof TilewrightException
            ? message
            : failure.getClass().getSimpleName() + ": " + message);
  }
}
