package dev.tilewright.search.measure;

import dev.tilewright.core.schedule.step.Step;
import dev.tilewright.search.build.PhaseTimes;
import dev.tilewright.search.record.ErrorClass;
import dev.tilewright.search.record.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Candidates on their way through a worker: decides which is built and run when, which is late, and
 * which is to blame when the worker dies. It knows no process and no clock.
 */
final class Batch {
  private static final int BUILDS_A_BUILDER = 4;

  /** Programs that wait to be run beside those being built: so long may a slow one take. */
  private static final int BUILT_AHEAD = 4;

  private enum Phase {
    WAITING,
    BUILDING,
    BUILT,
    RUNNING,
    DONE
  }

  private static final class Entry {
    final long id;
    final List<Step> steps;
    Phase phase = Phase.WAITING;
    long deadline;

    /** Was at work with others when the worker died, so it is tried again by itself. */
    boolean suspect;

    Entry(long id, List<Step> steps) {
      this.id = id;
      this.steps = steps;
    }
  }

  private final MeasureOptions options;
  private final List<Entry> entries = new ArrayList<>();

  /**
   * @param firstId candidates are numbered from here on
   */
  Batch(List<List<Step>> candidates, MeasureOptions options, long firstId) {
    this.options = options;
    for (List<Step> steps : candidates) {
      entries.add(new Entry(firstId + entries.size(), steps));
    }
  }

  boolean isDone() {
    return entries.stream().allMatch(entry -> entry.phase == Phase.DONE);
  }

  /** What the worker is to be told now. */
  List<Request> due(long now, double giveUpMicros) {
    List<Request> requests = new ArrayList<>();
    if (count(Phase.RUNNING) == 0 && count(Phase.BUILDING) <= options.beside()) {
      first(entry -> entry.phase == Phase.BUILT)
          .ifPresent(entry -> requests.add(run(entry, now, giveUpMicros)));
    }
    int builds = buildsToStart();
    for (int i = 0; i < builds; i++) {
      Optional<Entry> next =
          first(entry -> entry.phase == Phase.WAITING && !entry.suspect && !isActive(entry.steps));
      next.ifPresent(entry -> requests.add(build(entry, now)));
    }
    if (requests.isEmpty() && active() == 0) {
      first(entry -> entry.phase == Phase.WAITING)
          .ifPresent(entry -> requests.add(build(entry, now)));
    }
    return requests;
  }

  void built(long id) {
    first(entry -> entry.id == id && entry.phase == Phase.BUILDING)
        .ifPresent(entry -> entry.phase = Phase.BUILT);
  }

  Optional<MeasureResult> finished(long id, Outcome outcome, PhaseTimes times) {
    return first(entry -> entry.id == id && entry.phase != Phase.DONE)
        .map(entry -> finish(entry, outcome, times));
  }

  /** The result of the candidate that is late; the worker must be killed then. */
  Optional<MeasureResult> overdue(long now) {
    Optional<Entry> late = first(entry -> isAtWork(entry) && now - entry.deadline > 0);
    return late.map(
        entry -> {
          boolean running = entry.phase == Phase.RUNNING;
          Duration limit = running ? options.runTimeout() : options.buildTimeout();
          MeasureResult result =
              fail(
                  entry,
                  running ? ErrorClass.RUN_TIMEOUT : ErrorClass.BUILD_TIMEOUT,
                  "not done within %.1f s".formatted(limit.toMillis() / 1e3));
          restart(false);
          return result;
        });
  }

  /** The result of the candidate that killed the worker, if it is known which one did. */
  Optional<MeasureResult> workerDied(Death death) {
    List<Entry> atWork = entries.stream().filter(Batch::isAtWork).toList();
    if (atWork.size() == 1) {
      Entry culprit = atWork.getFirst();
      ErrorClass error =
          culprit.phase == Phase.RUNNING ? ErrorClass.RUN_CRASH : ErrorClass.BUILD_CRASH;
      MeasureResult result = fail(culprit, death.classify(error), death.describe());
      restart(false);
      return Optional.of(result);
    }
    restart(true);
    return Optional.empty();
  }

  /** The results of all candidates that are not done, if none of them can be measured. */
  List<MeasureResult> failAll(ErrorClass error, String message) {
    return entries.stream()
        .filter(entry -> entry.phase != Phase.DONE)
        .map(entry -> fail(entry, error, message))
        .toList();
  }

  private int buildsToStart() {
    if (entries.stream().anyMatch(entry -> entry.suspect && isActive(entry))) {
      return 0;
    }
    if (options.beside() == 0) {
      return active() == 0 ? BUILDS_A_BUILDER * options.builders() : 0;
    }
    int built = count(Phase.BUILT);
    boolean toMeasure = built > 0 || count(Phase.RUNNING) > 0;
    int atATime = toMeasure ? options.beside() : options.builders();
    return Math.min(atATime, options.beside() + BUILT_AHEAD - built) - count(Phase.BUILDING);
  }

  private Request run(Entry entry, long now, double giveUpMicros) {
    entry.phase = Phase.RUNNING;
    entry.deadline = now + options.runTimeout().toNanos();
    boolean again =
        first(other -> other.phase == Phase.WAITING && other.steps.equals(entry.steps)).isPresent();
    return new Request.Run(entry.id, giveUpMicros, again);
  }

  private Request build(Entry entry, long now) {
    entry.phase = Phase.BUILDING;
    int turn = Math.ceilDiv(count(Phase.BUILDING), options.builders());
    entry.deadline = now + turn * options.buildTimeout().toNanos();
    return new Request.Build(entry.id, entry.steps);
  }

  /** Starts over with what a lost worker had. */
  private void restart(boolean suspectThoseAtWork) {
    for (Entry entry : entries) {
      entry.suspect |= suspectThoseAtWork && isAtWork(entry);
      if (isActive(entry)) {
        entry.phase = Phase.WAITING;
      }
    }
  }

  private static MeasureResult fail(Entry entry, ErrorClass error, String message) {
    return finish(entry, new Outcome.Failed(error, message), PhaseTimes.NONE);
  }

  private static MeasureResult finish(Entry entry, Outcome outcome, PhaseTimes times) {
    entry.phase = Phase.DONE;
    return new MeasureResult(entry.steps, outcome, times);
  }

  private static boolean isAtWork(Entry entry) {
    return entry.phase == Phase.BUILDING || entry.phase == Phase.RUNNING;
  }

  private static boolean isActive(Entry entry) {
    return entry.phase != Phase.WAITING && entry.phase != Phase.DONE;
  }

  /** The worker keeps a program that comes again, so it need not be built a second time. */
  private boolean isActive(List<Step> steps) {
    return first(entry -> isActive(entry) && entry.steps.equals(steps)).isPresent();
  }

  private int active() {
    return (int) entries.stream().filter(Batch::isActive).count();
  }

  private int count(Phase phase) {
    return (int) entries.stream().filter(entry -> entry.phase == phase).count();
  }

  private Optional<Entry> first(Predicate<Entry> condition) {
    return entries.stream().filter(condition).findFirst();
  }
}
