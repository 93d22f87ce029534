package dev.tilewright.search.record;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.step.Step;
import dev.tilewright.core.te.ComputeDag;
import java.util.List;

/** A schedule state as JSON: its DAG and the steps that lead from the plain schedule to it. */
public final class ScheduleCodec {
  private ScheduleCodec() {}

  public static ObjectNode encode(ScheduleState state) {
    ObjectNode json = Json.object();
    json.set("dag", DagCodec.encode(state.dag()));
    json.set("steps", StepCodec.encodeAll(state.steps()));
    return json;
  }

  /**
   * @throws dev.tilewright.base.UserException if the JSON tree is malformed or a step is refused
   */
  public static ScheduleState decode(JsonNode json) {
    return replay(
        DagCodec.decode(Json.require(json, "dag")), StepCodec.decodeAll(Json.list(json, "steps")));
  }

  /**
   * The state that the steps lead to from the plain schedule.
   *
   * @throws dev.tilewright.core.schedule.StepRefusedException if a step is refused
   */
  public static ScheduleState replay(ComputeDag dag, List<Step> steps) {
    ScheduleState state = ScheduleState.initial(dag);
    for (Step step : steps) {
      state = step.apply(state);
    }
    return state;
  }
}
