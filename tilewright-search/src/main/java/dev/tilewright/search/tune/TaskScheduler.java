package dev.tilewright.search.tune;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Decides which task gets the next round: the one where a trial promises to save the most weighted
 * time, as in Ansor (OSDI 2020, section 6). A task's recent gain a trial and the gain that its time
 * above the machine's limit, divided by its trials, leaves room for are weighed against each other.
 * A task that is near the limit gets no more trials.
 *
 * <p>Before that every task gets its default schedule measured, then one round. A task that has no
 * valid candidate gets another round only when no other task is left.
 */
final class TaskScheduler {
  private static final double RECENT = 0.2;
  private static final int WINDOW = 3;
  private static final int INVALID_ROUNDS = 4;

  private final int patience;

  /**
   * @param patience a task rests after so many rounds without a better candidate
   */
  TaskScheduler(int patience) {
    this.patience = patience;
  }

  /** The task whose turn it is; empty if all are done. */
  Optional<TaskTuner> next(List<TaskTuner> tuners) {
    Optional<TaskTuner> unmeasured = tuners.stream().filter(TaskTuner::needsDefault).findFirst();
    if (unmeasured.isPresent()) {
      return unmeasured;
    }
    // The round of the default schedule counts as the first one.
    Optional<TaskTuner> fresh =
        tuners.stream().filter(t -> !isDone(t) && t.bestAfterRound().size() < 2).findFirst();
    return fresh.isPresent() ? fresh : mostPromising(tuners);
  }

  private Optional<TaskTuner> mostPromising(List<TaskTuner> tuners) {
    List<TaskTuner> open = tuners.stream().filter(t -> !isDone(t)).toList();
    if (open.size() > 1) {
      // A task alone gets all trials, so measuring the machine's limits would be a waste.
      open.forEach(TaskTuner::improvableMicros);
    }
    return open.stream()
        .filter(t -> !isDone(t))
        .max(Comparator.comparingDouble(t -> promise(t, open.size() > 1)));
  }

  /** The tasks that rest with a valid candidate and may have more of them. */
  List<TaskTuner> resting(List<TaskTuner> tuners) {
    return tuners.stream()
        .filter(t -> isDone(t) && !t.isExhausted() && !t.isNearLimit())
        .filter(t -> Double.isFinite(t.bestMicros()))
        .toList();
  }

  boolean isDone(TaskTuner tuner) {
    int allowed = Double.isFinite(tuner.bestMicros()) ? patience : INVALID_ROUNDS;
    return tuner.isExhausted() || tuner.isNearLimit() || tuner.roundsWithoutGain() >= allowed;
  }

  /** Weighted microseconds that the next round may save; negative for a task without a result. */
  private static double promise(TaskTuner tuner, boolean competes) {
    double best = tuner.bestMicros();
    if (!Double.isFinite(best)) {
      return -tuner.bestAfterRound().size();
    }
    List<Double> history = tuner.bestAfterRound();
    double earlier = history.get(Math.max(0, history.size() - 1 - WINDOW));
    double recent = Double.isFinite(earlier) ? (earlier - best) / WINDOW : best;
    double room = (competes ? tuner.improvableMicros() : best) / history.size();
    return tuner.task().weight() * (RECENT * recent + (1 - RECENT) * room);
  }
}
