package dev.tilewright.search.measure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tilewright.core.schedule.step.Step;
import dev.tilewright.core.target.Target;
import dev.tilewright.core.te.ComputeDag;
import dev.tilewright.search.record.DagCodec;
import dev.tilewright.search.record.Json;
import dev.tilewright.search.record.StepCodec;
import java.util.List;

/**
 * What a worker needs to know of a task.
 *
 * @param seed of the input values
 */
record TaskDescription(
    ComputeDag dag, List<Step> defaultSchedule, Target target, TimerOptions timer, long seed) {
  ObjectNode encode() {
    ObjectNode json = Json.object();
    json.set("dag", DagCodec.encode(dag));
    json.set("default", StepCodec.encodeAll(defaultSchedule));
    json.set("target", TargetCodec.encode(target));
    json.set("timer", encode(timer));
    json.put("seed", seed);
    return json;
  }

  static TaskDescription decode(JsonNode json) {
    return new TaskDescription(
        DagCodec.decode(Json.require(json, "dag")),
        StepCodec.decodeAll(Json.list(json, "default")),
        TargetCodec.decode(Json.require(json, "target")),
        decodeTimer(Json.require(json, "timer")),
        Json.integer(json, "seed"));
  }

  private static ObjectNode encode(TimerOptions timer) {
    ObjectNode json = Json.object();
    json.put("repeatMicros", timer.repeatMicros());
    json.put("minRepeats", timer.minRepeats());
    json.put("maxRepeats", timer.maxRepeats());
    json.put("spread", timer.spread());
    json.put("budgetMillis", timer.budgetMillis());
    json.put("startMicros", timer.startMicros());
    return json;
  }

  private static TimerOptions decodeTimer(JsonNode json) {
    return new TimerOptions(
        Json.number(json, "repeatMicros"),
        Math.toIntExact(Json.integer(json, "minRepeats")),
        Math.toIntExact(Json.integer(json, "maxRepeats")),
        Json.number(json, "spread"),
        Json.number(json, "budgetMillis"),
        Json.number(json, "startMicros"));
  }
}
