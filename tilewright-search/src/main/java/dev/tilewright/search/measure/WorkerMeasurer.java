package dev.tilewright.search.measure;

import dev.tilewright.core.schedule.step.Step;
import dev.tilewright.search.record.ErrorClass;
import dev.tilewright.search.record.WorkloadKey;
import dev.tilewright.search.task.TuningTask;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;

/**
 * Measures in a worker process, which is replaced when a candidate kills it, hangs in it or uses up
 * its memory.
 */
public final class WorkerMeasurer implements Measurer {
  private static final Duration LONGEST_WAIT = Duration.ofMillis(50);

  private final MeasureOptions options;
  private final WorkerCommand command;
  private Optional<WorkerProcess> worker = Optional.empty();
  private Optional<WorkloadKey> preparedFor = Optional.empty();
  private long nextId;

  public WorkerMeasurer(MeasureOptions options) {
    this(options, WorkerCommand.standard(options.builders()));
  }

  WorkerMeasurer(MeasureOptions options, WorkerCommand command) {
    this.options = options;
    this.command = command;
  }

  @Override
  public void measure(
      TuningTask task,
      List<List<Step>> candidates,
      DoubleSupplier giveUpMicros,
      Consumer<MeasureResult> results,
      BooleanSupplier stop) {
    Batch batch = new Batch(candidates, options, nextId);
    nextId += candidates.size();
    try {
      while (!batch.isDone() && !stop.getAsBoolean()) {
        Optional<Reply.NotPrepared> refusal = prepare(task, stop);
        if (refusal.isPresent()) {
          batch.failAll(refusal.get().error(), refusal.get().message()).forEach(results);
        } else if (worker.isPresent()) {
          advance(batch, worker.get(), giveUpMicros.getAsDouble(), results);
        }
      }
    } catch (InterruptedException interrupt) {
      Thread.currentThread().interrupt();
    }
    if (!batch.isDone()) {
      dropWorker();
    }
  }

  @Override
  public void close() {
    dropWorker();
  }

  private void advance(
      Batch batch, WorkerProcess process, double giveUpMicros, Consumer<MeasureResult> results)
      throws InterruptedException {
    batch.due(System.nanoTime(), giveUpMicros).forEach(process::send);
    switch (process.next(LONGEST_WAIT)) {
      case WorkerProcess.Event.Answer(Reply reply) -> take(reply, batch, results);
      case WorkerProcess.Event.Ended() -> {
        Optional<MeasureResult> culprit = batch.workerDied(process.awaitDeath());
        dropWorker();
        culprit.ifPresent(results);
      }
      case WorkerProcess.Event.Silence() -> {
        Optional<MeasureResult> late = batch.overdue(System.nanoTime());
        if (late.isPresent()) {
          dropWorker();
          results.accept(late.get());
        }
      }
    }
  }

  private static void take(Reply reply, Batch batch, Consumer<MeasureResult> results) {
    switch (reply) {
      case Reply.Built(long id) -> batch.built(id);
      case Reply.Finished(long id, var outcome, var times) ->
          batch.finished(id, outcome, times).ifPresent(results);
      case Reply.Prepared() -> {}
      case Reply.NotPrepared refused -> {}
    }
  }

  /**
   * Makes sure that a worker knows the task. If its default schedule kills the worker, the
   * reference comes from the plain schedule.
   *
   * @return why the task cannot be prepared
   */
  private Optional<Reply.NotPrepared> prepare(TuningTask task, BooleanSupplier stop)
      throws InterruptedException {
    if (worker.isPresent() && preparedFor.equals(Optional.of(task.key()))) {
      return Optional.empty();
    }
    String lastDeath = "";
    for (List<Step> schedule : List.of(task.defaultSchedule(), List.<Step>of())) {
      WorkerProcess process = worker.orElseGet(() -> WorkerProcess.start(command));
      worker = Optional.of(process);
      preparedFor = Optional.of(task.key());
      process.send(
          new Request.Prepare(
              new TaskDescription(
                  task.dag(), schedule, task.target(), options.timer(), options.seed())));
      Optional<Reply> reply = awaitPrepared(process, stop);
      if (reply.isPresent()) {
        return reply.get() instanceof Reply.NotPrepared refused
            ? refuse(refused)
            : Optional.empty();
      }
      if (stop.getAsBoolean()) {
        dropWorker();
        return Optional.empty();
      }
      lastDeath = process.awaitDeath().describe();
      dropWorker();
    }
    return Optional.of(
        new Reply.NotPrepared(ErrorClass.WORKER_ERROR, "preparing the reference: " + lastDeath));
  }

  private Optional<Reply.NotPrepared> refuse(Reply.NotPrepared refused) {
    preparedFor = Optional.empty();
    return Optional.of(refused);
  }

  /** The worker's answer; empty if it died, took too long, or everything is to stop. */
  private Optional<Reply> awaitPrepared(WorkerProcess process, BooleanSupplier stop)
      throws InterruptedException {
    long deadline = System.nanoTime() + options.prepareTimeout().toNanos();
    while (System.nanoTime() - deadline < 0 && !stop.getAsBoolean()) {
      switch (process.next(LONGEST_WAIT)) {
        case WorkerProcess.Event.Answer(Reply.Prepared reply) -> {
          return Optional.of(reply);
        }
        case WorkerProcess.Event.Answer(Reply.NotPrepared reply) -> {
          return Optional.of(reply);
        }
        case WorkerProcess.Event.Answer(Reply late) -> {}
        case WorkerProcess.Event.Ended() -> {
          return Optional.empty();
        }
        case WorkerProcess.Event.Silence() -> {}
      }
    }
    process.close();
    return Optional.empty();
  }

  private void dropWorker() {
    worker.ifPresent(WorkerProcess::close);
    worker = Optional.empty();
    preparedFor = Optional.empty();
  }
}
