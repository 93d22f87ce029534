package dev.tilewright.search.rule;

import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.Stage;

/**
 * A sketch in the making. Stages are visited from the last one to the first, so that a stage comes
 * after its consumers.
 *
 * @param state what the rules made so far
 * @param position of the stage to be visited next; -1 when all are done
 */
public record Derivation(ScheduleState state, int position) {
  /** The derivation that starts with the last stage. */
  static Derivation start(ScheduleState state) {
    return new Derivation(state, state.stages().size() - 1);
  }

  boolean isDone() {
    return position < 0;
  }

  /** The stage to be visited. */
  Stage stage() {
    return state.stages().get(position);
  }

  /** The stage is done. */
  Derivation proceed(ScheduleState newState) {
    return new Derivation(
        newState, newState.stages().indexOf(newState.findStage(stage().name()).orElseThrow()) - 1);
  }

  /** Another stage is visited next. */
  Derivation visit(ScheduleState newState, String stageName) {
    return new Derivation(
        newState, newState.stages().indexOf(newState.findStage(stageName).orElseThrow()));
  }
}
