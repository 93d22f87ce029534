package dev.tilewright.search.record;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tilewright.base.UserException;
import java.time.DateTimeException;
import java.time.Instant;

/** A tuning record as one line of JSON. */
public final class RecordCodec {
  private RecordCodec() {}

  /** One line without the line end. */
  public static String encode(TuningRecord record) {
    ObjectNode json = Json.object();
    json.put("v", TuningRecord.VERSION);
    json.put("key", record.key().hex());
    json.put("workload", record.workload());
    json.put("target", record.target());
    json.put("threads", record.threads());
    encode(record.outcome(), json);
    json.set("steps", StepCodec.encodeAll(record.steps()));
    ArrayNode names = Json.field(json, "names", Json.array());
    record.names().operations().forEach(operation -> names.add(Json.texts(operation)));
    json.put("seed", record.seed());
    json.put("time", record.time().toString());
    json.put("tool", record.tool());
    return Json.write(json);
  }

  /**
   * @throws UserException if the line is not a record of this version or an earlier one
   */
  public static TuningRecord decode(String line) {
    ObjectNode json = Json.readObject(line);
    long version = Json.integer(json, "v");
    if (version < 1 || version > TuningRecord.VERSION) {
      throw new UserException(
          "record version %d; expected 1 to %d".formatted(version, TuningRecord.VERSION));
    }
    try {
      return new TuningRecord(
          new WorkloadKey(Json.text(json, "key")),
          Json.text(json, "workload"),
          Json.text(json, "target"),
          Math.toIntExact(Json.integer(json, "threads")),
          new WorkloadNames(Json.map(Json.list(json, "names"), Json::textList)),
          StepCodec.decodeAll(Json.list(json, "steps")),
          decodeOutcome(json),
          Json.integer(json, "seed"),
          Instant.parse(Json.text(json, "time")),
          Json.text(json, "tool"));
    } catch (IllegalArgumentException | ArithmeticException | DateTimeException malformed) {
      throw new UserException("malformed record: " + malformed.getMessage(), malformed);
    }
  }

  /** Adds the fields of an outcome to an object. */
  public static void encode(Outcome outcome, ObjectNode json) {
    switch (outcome) {
      case Outcome.Measured(Costs costs) -> {
        json.put("median_us", costs.median());
        json.put("min_us", costs.min());
        json.put("spread", costs.spread());
        ArrayNode repeats = Json.field(json, "repeats_us", Json.array());
        costs.repeats().forEach(repeats::add);
      }
      case Outcome.Failed(ErrorClass error, String message) -> {
        json.put("error", error.name());
        json.put("message", message);
      }
    }
  }

  /** The outcome whose fields an object has. */
  public static Outcome decodeOutcome(JsonNode json) {
    if (json.has("error")) {
      return new Outcome.Failed(
          ErrorClass.valueOf(Json.text(json, "error")), Json.text(json, "message"));
    }
    return new Outcome.Measured(
        new Costs(
            Json.map(Json.list(json, "repeats_us"), node -> Json.asDouble(node, "repeat")),
            Json.number(json, "median_us"),
            Json.number(json, "min_us"),
            Json.number(json, "spread")));
  }
}
