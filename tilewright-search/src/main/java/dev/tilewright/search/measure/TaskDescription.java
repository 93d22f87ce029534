package dev.tilewright.search.measure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tilewright.core.schedule.step.Step;
import dev.tilewright.core.target.CpuTarget;
import dev.tilewright.core.te.ComputeDag;
import dev.tilewright.search.record.DagCodec;
import dev.tilewright.search.record.Json;
import dev.tilewright.search.record.StepCodec;
import java.util.List;
import java.util.TreeSet;

/**
 * What a worker needs to know of a task.
 *
 * @param seed of the input values
 */
record TaskDescription(
    ComputeDag dag, List<Step> defaultSchedule, CpuTarget target, TimerOptions timer, long seed) {
  ObjectNode encode() {
    ObjectNode json = Json.object();
    json.set("dag", DagCodec.encode(dag));
    json.set("default", StepCodec.encodeAll(defaultSchedule));
    json.set("target", encode(target));
    json.set("timer", encode(timer));
    json.put("seed", seed);
    return json;
  }

  static TaskDescription decode(JsonNode json) {
    return new TaskDescription(
        DagCodec.decode(Json.require(json, "dag")),
        StepCodec.decodeAll(Json.list(json, "default")),
        decodeTarget(Json.require(json, "target")),
        decodeTimer(Json.require(json, "timer")),
        Json.integer(json, "seed"));
  }

  private static ObjectNode encode(CpuTarget target) {
    ObjectNode json = Json.object();
    json.put("triple", target.triple());
    json.put("mcpu", target.mcpu());
    Json.field(json, "features", Json.texts(List.copyOf(target.features())));
    json.put("vectorBits", target.vectorBits());
    json.put("vectorRegisters", target.vectorRegisters());
    json.put("threads", target.threads());
    json.put("l1Bytes", target.l1Bytes());
    json.put("l2Bytes", target.l2Bytes());
    json.put("l3Bytes", target.l3Bytes());
    return json;
  }

  private static CpuTarget decodeTarget(JsonNode json) {
    return new CpuTarget(
        Json.text(json, "triple"),
        Json.text(json, "mcpu"),
        new TreeSet<>(Json.textList(Json.list(json, "features"))),
        Math.toIntExact(Json.integer(json, "vectorBits")),
        Math.toIntExact(Json.integer(json, "vectorRegisters")),
        Math.toIntExact(Json.integer(json, "threads")),
        Json.integer(json, "l1Bytes"),
        Json.integer(json, "l2Bytes"),
        Json.integer(json, "l3Bytes"));
  }

  private static ObjectNode encode(TimerOptions timer) {
    ObjectNode json = Json.object();
    json.put("repeatMicros", timer.repeatMicros());
    json.put("minRepeats", timer.minRepeats());
    json.put("maxRepeats", timer.maxRepeats());
    json.put("spread", timer.spread());
    json.put("budgetMillis", timer.budgetMillis());
    return json;
  }

  private static TimerOptions decodeTimer(JsonNode json) {
    return new TimerOptions(
        Json.number(json, "repeatMicros"),
        Math.toIntExact(Json.integer(json, "minRepeats")),
        Math.toIntExact(Json.integer(json, "maxRepeats")),
        Json.number(json, "spread"),
        Json.number(json, "budgetMillis"));
  }
}
