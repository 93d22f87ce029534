package dev.tilewright.search.measure;

import dev.tilewright.base.EnvironmentException;
import dev.tilewright.base.TilewrightException;
import dev.tilewright.base.UserException;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.step.Step;
import dev.tilewright.core.target.Target;
import dev.tilewright.runtime.DeviceException;
import dev.tilewright.search.build.Backend;
import dev.tilewright.search.build.CompiledProgram;
import dev.tilewright.search.build.PhaseTimes;
import dev.tilewright.search.record.ErrorClass;
import dev.tilewright.search.record.Json;
import dev.tilewright.search.record.Outcome;
import dev.tilewright.search.record.ScheduleCodec;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Builds and runs candidates of one task after another, as requests say. Builds happen on threads
 * of their own, runs one after the other on another thread; what may happen at the same time is the
 * requester's decision.
 */
final class Worker implements AutoCloseable {
  private final Function<Target, Backend> backends;
  private final Consumer<Reply> replies;
  private final Runnable giveUp;
  private final ExecutorService builders;
  private final ExecutorService runner = Executors.newSingleThreadExecutor();
  private final Map<Long, Loaded> programs = new ConcurrentHashMap<>();
  private final Map<List<Step>, CompiledProgram> kept = new ConcurrentHashMap<>();

  // Used by the runner's thread alone, but for the session, which is set before builds start.
  private Prepared prepared = new Prepared.Nothing();
  private volatile Optional<Session> session = Optional.empty();

  /** The task at hand, and the machine that is open for its target. */
  private record Session(TaskDescription task, Backend backend) {}

  /** A program that waits to be run. */
  private record Loaded(List<Step> steps, Backend.Built built) {}

  /** The reference of the task at hand. */
  private sealed interface Prepared {
    record Nothing() implements Prepared {}

    record Ready(PreparedTask task, RepeatTimer timer) implements Prepared {}
  }

  /**
   * @param backends opens the machine of a target
   * @param builders how many candidates are built at a time
   * @param replies called by several threads
   * @param giveUp called when no more candidates can be run in this process
   */
  Worker(
      Function<Target, Backend> backends, int builders, Consumer<Reply> replies, Runnable giveUp) {
    this.backends = backends;
    this.replies = replies;
    this.giveUp = giveUp;
    this.builders = Executors.newFixedThreadPool(builders);
  }

  /** Takes a request; the reply comes later. */
  void accept(Request request) {
    switch (request) {
      case Request.Prepare(TaskDescription task) -> runner.execute(() -> prepare(task));
      case Request.Build(long id, List<Step> steps) -> builders.execute(() -> build(id, steps));
      case Request.Run run -> runner.execute(() -> run(run));
    }
  }

  private void prepare(TaskDescription task) {
    forgetTask();
    try {
      Backend backend = open(task.target());
      session = Optional.of(new Session(task, backend));
      PreparedTask ready = new TaskPreparation(backend).prepare(task);
      prepared = new Prepared.Ready(ready, new RepeatTimer(task.timer()));
      replies.accept(new Reply.Prepared());
    } catch (Exception | Error failure) {
      replies.accept(
          new Reply.NotPrepared(classify(failure, ErrorClass.BUILD_ERROR), describe(failure)));
      giveUpIfLost(failure);
    }
  }

  private void forgetTask() {
    if (prepared instanceof Prepared.Ready(PreparedTask task, var _)) {
      task.close();
    }
    prepared = new Prepared.Nothing();
    programs.values().forEach(loaded -> loaded.built().program().close());
    programs.clear();
    kept.values().forEach(CompiledProgram::close);
    kept.clear();
  }

  /** The machine that is open, unless it is one of another target. */
  private Backend open(Target target) {
    if (session.isPresent()) {
      if (session.get().task().target().equals(target)) {
        return session.get().backend();
      }
      session.get().backend().close();
      session = Optional.empty();
    }
    return backends.apply(target);
  }

  private void build(long id, List<Step> steps) {
    try {
      programs.put(id, new Loaded(steps, built(session.orElseThrow(), steps)));
      replies.accept(new Reply.Built(id));
    } catch (Exception | Error failure) {
      ErrorClass error = classify(failure, ErrorClass.BUILD_ERROR);
      finish(id, new Outcome.Failed(error, describe(failure)), PhaseTimes.NONE);
    }
  }

  private Backend.Built built(Session at, List<Step> steps) {
    CompiledProgram earlier = kept.remove(steps);
    if (earlier != null) {
      return new Backend.Built(earlier, PhaseTimes.NONE);
    }
    ScheduleState state = ScheduleCodec.replay(at.task().dag(), steps);
    return at.backend().build(state);
  }

  private void run(Request.Run request) {
    Loaded loaded = programs.remove(request.id());
    if (loaded == null || !(prepared instanceof Prepared.Ready ready)) {
      String message = "candidate %d: it was not built for this task".formatted(request.id());
      Outcome failed = new Outcome.Failed(ErrorClass.WORKER_ERROR, message);
      finish(request.id(), failed, PhaseTimes.NONE);
      return;
    }
    Backend.Built built = loaded.built();
    try {
      PreparedTask.Run run =
          ready.task().run(built.program(), loaded.steps(), ready.timer(), request.giveUpMicros());
      release(request, loaded);
      finish(request.id(), run.outcome(), built.times().plus(run.times()));
    } catch (Exception | Error failure) {
      ErrorClass error = classify(failure, ErrorClass.RUN_CRASH);
      finish(request.id(), new Outcome.Failed(error, describe(failure)), built.times());
      giveUpIfLost(failure);
      release(request, loaded);
    }
  }

  private void finish(long id, Outcome outcome, PhaseTimes times) {
    replies.accept(new Reply.Finished(id, outcome, times));
  }

  private void release(Request.Run request, Loaded loaded) {
    CompiledProgram program = loaded.built().program();
    if (!request.keep() || kept.putIfAbsent(loaded.steps(), program) != null) {
      program.close();
    }
  }

  @Override
  public void close() {
    builders.shutdownNow();
    runner.shutdownNow();
  }

  private void giveUpIfLost(Throwable failure) {
    if (failure instanceof DeviceException device && device.isDeviceLost()) {
      giveUp.run();
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
